import type { Question, QuestionRequest } from '../question.js';

/** A plain question as `POST …:generateContent`, or as a stream of events. */
export const ask = ({ model, conversation, stream, parameters }: Question): QuestionRequest => ({
  target: `/v1beta/models/${encodeURIComponent(model)}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  headers: {},
  body: { ...parameters, contents: conversation.map(({ role, text }) => ({ role: role === 'user' ? 'user' : 'model', parts: [{ text }] })) },
});
