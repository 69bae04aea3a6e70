import type { Question, QuestionRequest } from '../question.js';

/** A plain question as `POST …/responses`. Responses are stored unless that is switched off. */
export const ask = ({ model, conversation, stream, parameters }: Question): QuestionRequest => ({
  target: '/v1/responses',
  headers: {},
  body: { ...parameters, model, input: conversation.map(({ role, text }) => ({ role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] })), store: false, stream },
});
