import type { Question, QuestionRequest } from '../question.js';

/** A plain question as `POST …/chat/completions`. A stream tells its usage only where that is asked for. */
export const ask = ({ model, conversation, stream, parameters }: Question): QuestionRequest => ({
  target: '/v1/chat/completions',
  headers: {},
  body: { ...(stream && { stream_options: { include_usage: true } }), ...parameters, model, messages: conversation.map(({ role, text }) => ({ role, content: text })), stream },
});
