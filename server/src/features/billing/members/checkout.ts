import {
  ApiError,
  invalidField,
  message,
  type MessageDescriptor,
  type PlanName,
  type Subscription,
  type TaxLocation,
} from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { toSubscription } from '../billing.ts'
import {
  endSubscription,
  endSuperseded,
  ensurePayer,
  supersedeCheckout,
  syncSubscription,
} from '../gateway/snapshots.ts'
import { assertNotLeaving, beginTrial, currentOffer, noSubscription, trialDaysFor } from './subscription.ts'
import {
  findOpenSubscription,
  findOfAccount,
  getAgain,
  insertIncomplete,
  isAtGateway,
  isAwaitingCard,
  type Purchase,
  type SubscriptionRow,
  updateIncomplete,
} from '../queries.ts'
import { hasGraceEnded, SUPERSEDED } from '../rules.ts'
import { configurationOf } from '../../operations/index.ts'
import type { Account } from '../../../http/session.ts'
import { isTaken } from '../../../infra/db/db.ts'
import type { Payer } from '../../../infra/payments/gateway.ts'

function reasonIncomplete({ requires_action, setup_intent_id }: SubscriptionRow): MessageDescriptor {
  if (requires_action) return message('Please confirm the payment with your bank first.')
  return setup_intent_id
    ? message('Your card hasn’t been confirmed yet.')
    : message('Your payment hasn’t gone through yet.')
}

/** Checks with the gateway whether the browser's claim to have paid is true. */
export async function confirmCheckout(context: Deps, account: Account, id: string): Promise<Subscription> {
  const row = await findOfAccount(context.db, account.id, id)
  if (row && isAtGateway(row)) await syncSubscription(context, row.provider_id)
  else if (!row || !isAwaitingCard(row)) throw noSubscription()
  else if (!(await beginTrial(context, row)))
    throw new ApiError(
      'conflict',
      'This card was used on another account, so there’s no free trial with it. You can subscribe without one: ' +
        'nothing has been charged.',
    )
  const after = await getAgain(context.db, row)
  if (after.status === SUPERSEDED)
    throw new ApiError(
      'conflict',
      'You’ve chosen another plan since then. We’ll refund anything you paid for this one.',
    )
  if (after.status === 'canceled')
    throw new ApiError('conflict', 'This subscription has ended. If you’ve just paid, your bank disputes the payment.')
  if (after.status === 'incomplete') throw new ApiError('conflict', reasonIncomplete(after))
  return toSubscription(after)
}

// An account has at most one payable checkout, so a member who switches plans can't pay twice.

// With automatic tax, the gateway calculates the tax included in each price from the payer's location. A subscription
// keeps the location that it was bought with; one without a location continues without tax.

type TaxColumns = Pick<SubscriptionRow, 'tax_country' | 'tax_postal_code'>

const refused = (field: string, msg: MessageDescriptor) => invalidField(`location.${field}`, msg)

async function taxColumnsFor(context: Deps, location: TaxLocation | undefined): Promise<TaxColumns> {
  const isOn = (await configurationOf(context)).automaticTax && context.payments.name === 'stripe'
  if (!isOn) return { tax_country: null, tax_postal_code: null }
  if (!location) throw refused('country', message('Choose your country. It decides the tax that’s included.'))
  return { tax_country: location.country, tax_postal_code: location.postalCode ?? null }
}

/** The gateway needs the location before the payment or card. */
async function saveTaxLocation({ payments }: Deps, { customer }: Payer, row: TaxColumns): Promise<void> {
  const { tax_country: country, tax_postal_code: postalCode } = row
  if (country && !(await payments.locate(customer, { country, postalCode })))
    throw refused('postalCode', message('We don’t recognize this postal code. Please check it and your country.'))
}

const anotherCheckout = () =>
  new ApiError('conflict', 'You started another checkout in the meantime. Please try again.')

async function ensureSubscription(context: Deps, accountId: string, purchase: Purchase): Promise<SubscriptionRow> {
  const { db, payments, clock } = context
  const open = await findOpenSubscription(db, accountId)
  // After the week of grace, a member who wants premium again starts over and owes nothing.
  if (open && isAtGateway(open) && hasGraceEnded(open, clock.now())) await endSubscription(context, open.provider_id)
  else if (open) return open
  try {
    return await insertIncomplete(db, accountId, payments.name, purchase, clock.now())
  } catch (error) {
    if (!isTaken(error, 'subscriptions_living')) throw error
    const other = await findOpenSubscription(db, accountId)
    if (!other) throw anotherCheckout()
    return other
  }
}

const termsOf = ({ plan, amount, currency, tax_country, tax_postal_code }: Purchase): string =>
  JSON.stringify([plan, amount, currency, tax_country, tax_postal_code])

/** True if a checkout is for this purchase, and nothing else was created at the gateway for it. */
function isFor(row: SubscriptionRow, purchase: Purchase, trialDays: number): boolean {
  const isNew = row.provider_id === null && row.setup_intent_id === null
  const isSame = termsOf(row) === termsOf(purchase)
  return isSame && (isNew || (row.trial_days ?? 0) === trialDays)
}

/** A checkout for another purchase also ends at the gateway before anything new can be paid. */
async function replaceOther(
  context: Deps,
  row: SubscriptionRow,
  purchase: Purchase,
  trialDays: number,
): Promise<SubscriptionRow> {
  if (isFor(row, purchase, trialDays)) return row
  if (!(await supersedeCheckout(context, row))) throw anotherCheckout()
  const next = await ensureSubscription(context, row.account_id, purchase)
  if (!isFor(next, purchase, trialDays)) throw anotherCheckout()
  return next
}

export async function startCheckout(context: Deps, account: Account, plan: PlanName, location?: TaxLocation) {
  assertNotLeaving(account)
  const purchase = { ...(await currentOffer(context, plan)), ...(await taxColumnsFor(context, location)) }
  const open = await ensureSubscription(context, account.id, purchase)
  if (open.status !== 'incomplete')
    throw new ApiError('conflict', 'You already have a subscription. Change your plan instead.')
  const trialDays = await trialDaysFor(context, account.id, plan)
  const row = await replaceOther(context, open, purchase, trialDays)
  const payer = await ensurePayer(context, row)
  await saveTaxLocation(context, payer, row)
  return trialDays > 0 ? startTrial(context, payer, row, trialDays) : startPayment(context, payer, row)
}

async function startPayment(context: Deps, payer: Payer, row: SubscriptionRow) {
  const { db, payments, clock } = context
  const { plan, amount, currency } = row
  const current = row.provider_id === null ? null : await payments.fetch(row.provider_id)
  // The idempotency key comes from the row, so the gateway creates only one subscription, however often this runs.
  const created =
    current?.status === 'incomplete'
      ? current
      : await payments.create(payer, { plan, amount, currency }, `${row.id}:${plan}:${amount}`)
  const saved = await updateIncomplete(db, row, {
    provider_id: created.id,
    client_secret: created.clientSecret,
    payment_intent_id: created.paymentIntentId,
    requires_action: created.requiresAction,
    updated_at: clock.now(),
  })
  if (!saved) {
    // A concurrent checkout of this account won. This one must not be payable, too.
    await endSuperseded(context, { ...row, provider_id: created.id })
    throw anotherCheckout()
  }
  return {
    subscription: toSubscription(saved),
    clientSecret: saved.client_secret,
    requiresAction: saved.requires_action,
    paymentIntentId: saved.payment_intent_id,
    subscriptionId: saved.id,
  }
}

/** Nothing is paid now: the trial begins once the card is saved. */
async function startTrial(context: Deps, { customer }: Payer, row: SubscriptionRow, trialDays: number) {
  const { db, payments, clock } = context
  const { clientSecret, setupIntentId } = await payments.setupIntent(customer, `${row.id}:${row.plan}:card`)
  const saved = await updateIncomplete(db, row, {
    client_secret: clientSecret,
    setup_intent_id: setupIntentId,
    trial_days: trialDays,
    updated_at: clock.now(),
  })
  if (!saved) throw anotherCheckout()
  return {
    subscription: toSubscription(saved),
    clientSecret,
    requiresAction: false,
    paymentIntentId: null,
    subscriptionId: row.id,
    trialDays,
  }
}
