import { ApiError } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { stopNotificationMail } from '../notifications/change-settings.ts'
import { accountOfToken, UNSUBSCRIBE_PATH } from './unsubscribe-link.ts'

/**
 * Serves the one-click unsubscribe of mail programs (RFC 8058): a POST without a session. People who open the link in a
 * browser are sent to their settings.
 */
export function serveUnsubscribe(app: FastifyInstance, deps: Deps): void {
  app.get(UNSUBSCRIBE_PATH, async (_request, reply) =>
    reply.redirect(`${deps.config.PUBLIC_URL}/settings#notifications`),
  )
  void app.register(async (scope) => {
    // Mail programs send a form whose content is always the same, so it isn't parsed.
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume().on('end', () => done(null, undefined))
    })
    scope.post<{ Querystring: { t?: string } }>(UNSUBSCRIBE_PATH, async (request, reply) => {
      const accountId = accountOfToken(deps.keys, request.query.t ?? '')
      if (!accountId) throw new ApiError('invalid_request', 'This address is not good.')
      await stopNotificationMail(deps, accountId)
      return reply.send({ done: true })
    })
  })
}
