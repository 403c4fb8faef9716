import { ApiError } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { devPage } from '../../../http/dev.ts'
import { languageOfCall } from '../../../http/language.ts'
import { escaped } from '../../../http/site-files.ts'
import { write } from '../../../infra/language/write.ts'
import type { Sandbox } from '../../../infra/payments/sandbox.ts'
import { receiveEvent } from './receive-event.ts'
import { sandboxPage, sandboxScript } from './sandbox-page.ts'

type Payment = { clientSecret?: unknown; card?: unknown; authenticate?: unknown }

export function serveSandbox(app: FastifyInstance, deps: Deps): void {
  const { sandbox, config } = deps
  if (!sandbox) return
  sandbox.deliverTo((raw, signature) => receiveEvent(deps, raw, signature))
  if (!config.production && config.TRUSTED_HOPS === 0) servePages(app, deps, sandbox)
}

function servePages(app: FastifyInstance, { db, config }: Deps, sandbox: Sandbox): void {
  app.get('/dev/payments', async (_request, reply) => {
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(devPage(`${escaped(config.BRAND_NAME)} payments`, await sandboxPage(db, sandbox)))
  })
  app.get('/dev/payments.js', async (_request, reply) => {
    return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-store').send(sandboxScript)
  })
  app.post<{ Body: Payment }>('/dev/payments/pay', async (request, reply) => {
    const { clientSecret, card, authenticate } = request.body ?? {}
    if (typeof clientSecret !== 'string' || typeof card !== 'string')
      throw new ApiError('invalid_request', 'Send clientSecret and card.')
    // PostgreSQL refuses a NUL in a text.
    if (clientSecret.includes('\0')) throw new ApiError('invalid_request', 'clientSecret has an invalid character.')
    const result = await sandbox.pay(clientSecret, card, authenticate === true)
    if (!result) throw new ApiError('not_found', 'We couldn’t find this payment or card.')
    const message = result.message && write(languageOfCall(request), result.message)
    return reply.send({ data: { ...result, message } })
  })
  app.post<{ Body: { days?: unknown } }>('/dev/payments/clock', async (request, reply) => {
    const days = request.body?.days
    if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > 1000)
      throw new ApiError('invalid_request', 'Send days, from 1 to 1000.')
    await sandbox.advance(days)
    return reply.send({ done: true })
  })
}
