import { ApiError, type PlanName } from '@kindred/contract'
import type { Deps } from '../../deps.ts'
import type { Account } from '../../http/session.ts'
import { isTaken } from '../../infra/db/db.ts'
import type { Offer } from '../../infra/payments/gateway.ts'
import { customerOf, payerOf } from './customers.ts'
import { assertStays } from './leaving.ts'
import * as queries from './queries.ts'
import { endSuperseded } from './superseded.ts'
import { endNow } from './sync.ts'
import { toldSubscription } from './told.ts'
import { offerOf, trialOf } from './trials.ts'

// Starting to pay. One person has one payment that can be made: whoever chooses another plan can't pay for both.

const another = () => new ApiError('conflict', 'You started another checkout in the meantime. Please try again.')

/** The one that lives, begun where there is none. Two that are asked for at once are the same one. */
async function begun(context: Deps, accountId: string, offer: Offer): Promise<queries.Row> {
  const { db, payments, clock } = context
  const there = await queries.livingOf(db, accountId)
  const isOver = there?.status === 'past_due' && there.current_period_end! <= clock.now()
  // Its week of grace is over: whoever wants premium again begins anew, and owes nothing.
  if (isOver) await endNow(context, there.provider_id!)
  else if (there) return there
  try {
    return await queries.begin(db, accountId, payments.name, offer, clock.now())
  } catch (error) {
    const other = isTaken(error, 'subscriptions_living') ? await queries.livingOf(db, accountId) : undefined
    if (!other) throw error
    return other
  }
}

/** Whether what was begun is for this: nothing was asked of the provider yet, or the same. */
function isFor(row: queries.Row, { plan, amount }: Offer, trialDays: number): boolean {
  const isFresh = row.provider_id === null && row.setup_intent_id === null
  return row.plan === plan && row.amount === amount && (isFresh || (row.trial_days ?? 0) === trialDays)
}

/** What was begun for another offer is over, at the provider too, before anything new can be paid. */
async function withoutOthers(context: Deps, row: queries.Row, offer: Offer, trialDays: number): Promise<queries.Row> {
  if (isFor(row, offer, trialDays)) return row
  const superseded = await queries.supersede(context.db, row.id, context.clock.now())
  if (!superseded) throw another()
  if (superseded.provider_id) await endSuperseded(context, superseded)
  const next = await begun(context, row.account_id, offer)
  if (!isFor(next, offer, trialDays)) throw another()
  return next
}

export async function create(context: Deps, account: Account, plan: PlanName) {
  assertStays(account)
  const offer = await offerOf(context, plan)
  const there = await begun(context, account.id, offer)
  if (there.status !== 'incomplete')
    throw new ApiError('conflict', 'You have a subscription already. Change its plan instead.')
  const trialDays = await trialOf(context, account.id, plan)
  const row = await withoutOthers(context, there, offer, trialDays)
  return trialDays > 0 ? tried(context, row, trialDays) : payable(context, row, offer)
}

async function payable(context: Deps, row: queries.Row, offer: Offer) {
  const { db, payments, clock } = context
  // The key is the row's: however often this runs, the provider makes one.
  const payer = await payerOf(context, row.account_id)
  const made = await payments.create(payer, offer, `${row.id}:${offer.plan}:${offer.amount}`)
  const kept = await queries.changeIncomplete(db, row.id, {
    provider_id: made.id,
    client_secret: made.clientSecret,
    payment_intent_id: made.paymentIntentId,
    requires_action: made.requiresAction,
    updated_at: clock.now(),
  })
  if (!kept) {
    // Another checkout of theirs was faster: this one must not be payable beside it.
    await endSuperseded(context, { ...row, provider_id: made.id })
    throw another()
  }
  return {
    subscription: toldSubscription(kept),
    clientSecret: kept.client_secret,
    requiresAction: kept.requires_action,
    paymentIntentId: kept.payment_intent_id,
    subscriptionId: kept.id,
  }
}

/** Nothing is paid now: the card is asked for, and the trial begins when it is known. */
async function tried(context: Deps, row: queries.Row, days: number) {
  const { db, payments, clock } = context
  const customer = await customerOf(context, row.account_id)
  const { clientSecret, setupIntentId } = await payments.setupIntent(customer, `${row.id}:${row.plan}:card`)
  const asked = await queries.changeIncomplete(db, row.id, {
    client_secret: clientSecret,
    setup_intent_id: setupIntentId,
    trial_days: days,
    updated_at: clock.now(),
  })
  if (!asked) throw another()
  return {
    subscription: toldSubscription(asked),
    clientSecret,
    requiresAction: false,
    paymentIntentId: null,
    subscriptionId: row.id,
    trialDays: days,
  }
}
