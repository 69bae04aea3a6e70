import type { Question, QuestionRequest } from '../question.js';

/** This dialect demands a number. Tokens: more than an answer needs, and no more than current models take; `parameters.max_tokens` replaces it. */
const MAX_TOKENS = 8192;

/** A plain question as `POST …/messages`. */
export const ask = ({ model, conversation, stream, parameters }: Question): QuestionRequest => ({
  target: '/v1/messages',
  headers: { 'anthropic-version': '2023-06-01' },
  body: { max_tokens: MAX_TOKENS, ...parameters, model, messages: conversation.map(({ role, text }) => ({ role, content: text })), stream },
});
