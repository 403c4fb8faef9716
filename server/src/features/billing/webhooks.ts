import { ApiError } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Sandbox } from '../../infra/payments/sandbox.ts'
import * as queries from './queries.ts'
import { serveSandboxPage } from './sandbox-page.ts'
import { takeOver } from './service.ts'
import { beginTrial } from './trials.ts'

/** An event of the provider: believed for its signature, counted once, and answered only when it is kept. */
export async function receive(deps: Deps, raw: Buffer, signature: string): Promise<void> {
  const event = await deps.payments.readEvent(raw, signature, deps.clock.now())
  if (!event) throw new ApiError('invalid_request', 'The signature is not good.')
  const waiting = event.setupIntentId && (await queries.bySetup(deps.db, event.setupIntentId))
  if (waiting) await beginTrial(deps, waiting, event)
  else await takeOver(deps, event.subscriptionId, event)
}

const isSandbox = (payments: Deps['payments']): payments is Sandbox => payments.name === 'sandbox'

type Asked = { clientSecret?: unknown; card?: unknown; authenticate?: unknown; days?: unknown }

export function servePayments(app: FastifyInstance, deps: Deps): void {
  const { payments, config } = deps
  app.post('/webhooks/stripe', async (request, reply) => {
    const signature = request.headers['stripe-signature']
    const body = request.rawBody
    if (typeof signature !== 'string' || !body) throw new ApiError('invalid_request', 'The signature is not good.')
    await receive(deps, body, signature)
    return reply.send({ received: true })
  })
  if (!isSandbox(payments)) return
  payments.deliverTo((raw, signature) => receive(deps, raw, signature))
  if (config.production || config.TRUSTED_HOPS > 0) return
  serveSandboxPage(app, deps, payments)
  app.post<{ Body: Asked }>('/dev/payments/pay', async (request, reply) => {
    const { clientSecret, card, authenticate } = request.body ?? {}
    if (typeof clientSecret !== 'string' || typeof card !== 'string')
      throw new ApiError('invalid_request', 'Send clientSecret and card.')
    // The database takes no text with it.
    if (clientSecret.includes('\0'))
      throw new ApiError('invalid_request', 'clientSecret has a character that no text has.')
    const paid = await payments.pay(clientSecret, card, authenticate === true)
    if (!paid) throw new ApiError('not_found', 'There is no such payment, or no such card.')
    return reply.send({ data: paid })
  })
  app.post<{ Body: Asked }>('/dev/payments/clock', async (request, reply) => {
    const days = request.body?.days
    if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > 1000)
      throw new ApiError('invalid_request', 'Send days, from 1 to 1000.')
    await payments.advance(days)
    return reply.send({ done: true })
  })
}
