import fp from 'fastify-plugin'
import type { Scope, Tracing } from './tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    scope: Scope | undefined
  }
}

/** Record a span for every request, named by the route it matched: an address may contain a token. */
export const traceRequests = fp<{ tracing: Tracing }>(async (app, { tracing }) => {
  app.decorateRequest('scope')
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const scope = tracing.begin({
      name: `${request.method} ${route}`,
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'chuma.request_id': request.id,
      },
    })
    request.scope = scope
    scope.run(done)
  })
  // Reading the body loses the async context of the request.
  app.addHook('preValidation', ({ scope }, _reply, done) => {
    if (scope) scope.run(done)
    else done()
  })
  app.addHook('onResponse', async ({ scope }, reply) => {
    scope?.end({ 'http.response.status_code': reply.statusCode }, reply.statusCode >= 500)
  })
})
