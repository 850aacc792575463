import type { Tracing } from './tracing.ts'

/** Trace calls whose paths contain no secret. `send` makes them. */
export function traceFetch(tracing: Tracing, service: string, send: typeof fetch = fetch): typeof fetch {
  return (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const method = init?.method ?? 'GET'
    const scope = tracing.begin({
      name: `${service} ${method} ${url.pathname}`,
      kind: 'client',
      attributes: { 'http.request.method': method, 'server.address': url.host, 'url.path': url.pathname },
    })
    return scope
      .run(() => send(input, init))
      .then(
        (response) => {
          scope.end({ 'http.response.status_code': response.status }, response.status >= 500)
          return response
        },
        (error: unknown) => {
          scope.end({ 'error.type': error instanceof Error ? error.name : 'unknown' }, true)
          throw error
        },
      )
  }
}
