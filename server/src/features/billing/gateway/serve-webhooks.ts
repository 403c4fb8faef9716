import { ApiError } from '@kindred/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import type { Sandbox } from '../../../infra/payments/sandbox.ts'
import { receiveEvent } from './receive-event.ts'
import { serveSandbox } from './serve-sandbox.ts'

const isSandbox = (payments: Deps['payments']): payments is Sandbox => payments.name === 'sandbox'

/** Serves the gateway's webhook. The sandbox sends its events to this process and has pages to try it out. */
export function servePayments(app: FastifyInstance, deps: Deps): void {
  const { payments, config } = deps
  app.post('/webhooks/stripe', async (request, reply) => {
    const signature = request.headers['stripe-signature']
    const body = request.rawBody
    if (typeof signature !== 'string' || !body) throw new ApiError('invalid_request', 'The signature is not good.')
    await receiveEvent(deps, body, signature)
    return reply.send({ received: true })
  })
  if (!isSandbox(payments)) return
  payments.deliverTo((raw, signature) => receiveEvent(deps, raw, signature))
  if (!config.production && config.TRUSTED_HOPS === 0) serveSandbox(app, deps, payments)
}
