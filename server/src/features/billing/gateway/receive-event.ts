import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { beginTrial } from '../members/subscription.ts'
import { findBySetupIntent } from '../queries.ts'
import { syncSubscription } from './snapshots.ts'

/** The gateway resends the event until this succeeds. */
export async function receiveEvent(context: Deps, raw: Buffer, signature: string): Promise<void> {
  try {
    await followUp(context, raw, signature)
  } catch (error) {
    const isForged = error instanceof ApiError && error.code === 'invalid_request'
    context.incidents.count(isForged ? 'webhookSignature' : 'webhookError')
    throw error
  }
}

async function followUp(context: Deps, raw: Buffer, signature: string): Promise<void> {
  const event = await context.payments.readEvent(raw, signature, context.clock.now())
  if (!event) throw new ApiError('invalid_request', 'The signature is invalid.')
  const trial = event.setupIntentId && (await findBySetupIntent(context.db, event.setupIntentId))
  if (trial) await beginTrial(context, trial, event)
  else await syncSubscription(context, event.subscriptionId, event)
}
