import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope, Tracing } from '../infra/tracing/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    traceScope: Scope | null
  }
}

/** Register this before all other hooks, so that their statements and log lines are part of the trace. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('traceScope', null)
  const within = (request: FastifyRequest, done: () => void) => {
    if (request.traceScope) request.traceScope.within(done)
    else done()
  }
  app.addHook('onRequest', (request, _reply, done) => {
    request.traceScope = tracing.request()
    within(request, done)
  })
  // The end of the response is an event of the connection, which belongs to no trace.
  app.addHook('onResponse', (request, reply, done) => {
    request.traceScope?.end({
      name: request.routeOptions.config.call ?? request.method,
      attributes: {
        'http.request.method': request.method,
        'http.route': request.routeOptions.url,
        'http.response.status_code': reply.statusCode,
        'kindred.request_id': request.id,
      },
      failed: reply.statusCode >= 500,
    })
    within(request, done)
  })
}
