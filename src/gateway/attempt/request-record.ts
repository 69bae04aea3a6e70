import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { timestamp } from '../../common/clock.js';
import { isObject, type Json } from '../dialects/json.js';
import type { ModelRequest } from '../dialects/message.js';
import { auxOf } from '../http/aux.js';
import type { Body } from '../http/body.js';
import { showTarget, splitHeaders } from '../http/headers.js';
import { pathOf, type Route } from '../http/route.js';
import { contentOf } from '../record/text.js';
import type { WireRequest } from '../record/wire.js';
import type { AttemptState } from './state.js';

/** A request as the gateway understood it, and its record. */
export interface Understood {
  json: Json | null;
  model: ModelRequest | null;
  aux: string | null;
  record: WireRequest;
}

/** Parses one request and makes its record. */
export function understand(attempt: AttemptState, exchange: number, request: IncomingMessage, route: Route, body: Body): Understood {
  const target = request.url ?? '/';
  const content = contentOf(body.decoded);
  const json = isObject(content.body) ? content.body : null;
  const model = json && route.operation === 'model' ? route.dialect.parse(json, pathOf(target)) : null;
  const aux = auxOf(route.operation, target, request.headers, model);
  const invalid = faultOf(route, body, json);
  const { shown, withheld } = splitHeaders(request.headers);
  const shortened = json ? attempt.history.shorten(exchange, json) : {};
  const record: WireRequest = {
    type: 'request',
    exchange,
    time: timestamp(attempt.shared.clock),
    session: attempt.session,
    mode: attempt.provider.upstream.mode,
    operation: route.operation,
    dialect: ['model', 'count-tokens', 'models'].includes(route.operation) ? route.dialect.id : null,
    method: request.method ?? 'GET',
    target: showTarget(target),
    headers: shown,
    withheld,
    bytes: body.decoded.length,
    ...content,
    ...shortened,
    ...(invalid === null ? {} : { invalid }),
    model: model?.model ?? (typeof json?.model === 'string' ? json.model : null),
    stream: model?.stream ?? false,
    tools: model?.tools.map(({ name }) => name) ?? [],
    server_state: json && route.operation === 'model' ? route.dialect.serverState(json) : [],
    aux,
  };
  return { json, model, aux, record };
}

function faultOf(route: Route, body: Body, json: Json | null): WireRequest['invalid'] | null {
  if (body.fault !== null) return body.fault;
  if (route.operation !== 'model' && route.operation !== 'count-tokens') return null;
  if (json === null) return isUtf8(body.decoded) ? 'json' : 'utf-8';
  return null;
}
