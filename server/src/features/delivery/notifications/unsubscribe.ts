import { ApiError } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { accountIn, UNSUBSCRIBE_PATH } from '../mail/service.ts'
import { endMails } from './service.ts'

/** What a mail's own button asks for: one POST by a machine, without a sign-in. People are led to their settings. */
export function serveUnsubscribe(app: FastifyInstance, deps: Deps): void {
  app.get(UNSUBSCRIBE_PATH, async (_request, reply) =>
    reply.redirect(`${deps.config.PUBLIC_URL}/settings#notifications`),
  )
  void app.register(async (scope) => {
    // Whoever sends it sends a form; what it says is known.
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume().on('end', () => done(null, undefined))
    })
    scope.post<{ Querystring: { t?: string } }>(UNSUBSCRIBE_PATH, async (request, reply) => {
      const account = accountIn(deps.keys, request.query.t ?? '')
      if (!account) throw new ApiError('invalid_request', 'This address is not good.')
      await endMails(deps, account)
      return reply.send({ done: true })
    })
  })
}
