import { request as httpRequest, type IncomingMessage } from 'node:http';
import { messageOf } from '../../common/errors.js';
import type { Dialect } from '../dialects/dialect.js';
import type { ModelReply } from '../dialects/message.js';
import type { Question } from '../dialects/question.js';
import { ResponseRecorder } from '../record/response-recorder.js';

/** What became of a question: a reply, or how there is none. */
export interface Asked {
  /** HTTP status; null where no response began. */
  status: number | null;
  reply: ModelReply | null;
  failure: 'error' | 'cut' | 'unreadable' | 'unreachable' | null;
  /** The failure in words; empty where there is none. */
  message: string;
}

/**
 * Asks a model one question through an attempt's door of the gateway: the credential, the pace, the caps and the record are
 * there. Whatever comes back is told; nothing is tried twice.
 * @throws the signal's reason where it is aborted
 */
export async function askModel(socketPath: string, dialect: Dialect, question: Question, signal: AbortSignal): Promise<Asked> {
  const { target, headers, body } = dialect.ask(question);
  try {
    const response = await post(socketPath, target, headers, JSON.stringify(body), signal);
    return await read(response, dialect);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    return { status: null, reply: null, failure: 'unreachable', message: messageOf(error) };
  }
}

const post = (socketPath: string, path: string, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest({ socketPath, path, method: 'POST', headers: { 'content-type': 'application/json', ...headers }, agent: false, signal }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });

async function read(response: IncomingMessage, dialect: Dialect): Promise<Asked> {
  const recorder = new ResponseRecorder(dialect, response.headers['content-type'] ?? '', () => 0);
  const broken = await drain(response, (chunk) => { recorder.push(chunk); });
  const { reply, complete, malformed, text } = recorder.end();
  const status = response.statusCode ?? 0;
  const failed = (failure: Asked['failure'], message: string): Asked => ({ status, reply, failure, message });
  if (reply?.error) return failed('error', `${reply.error.code} ${reply.error.message}`.trim());
  if (status >= 300) return failed('error', text === '' ? `status ${String(status)}` : text.slice(0, 500));
  if (broken !== undefined) return failed('cut', broken);
  if (malformed || reply === null) return failed('unreadable', text.slice(0, 500));
  return complete ? { status, reply, failure: null, message: '' } : failed('cut', 'the reply ended in the middle');
}

/** Shows every chunk; gives the reason where the body broke off. */
async function drain(response: IncomingMessage, show: (chunk: Buffer) => void): Promise<string | undefined> {
  try {
    for await (const chunk of response) show(chunk as Buffer);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
