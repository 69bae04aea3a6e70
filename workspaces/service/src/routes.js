const started = Date.now();

export function route(method, url) {
  if (method === 'GET' && url === '/health') {
    return { status: 200, body: { up: true, seconds: Math.round((Date.now() - started) / 1000) } };
  }
  return { status: 404, body: { error: 'not found' } };
}
