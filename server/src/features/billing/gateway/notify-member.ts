import type { Work } from '../../../work.ts'
import { recordAndMail } from '../../delivery/index.ts'
import { formatDay, formatPrice } from '../format.ts'
import { type BillingMail, toBillingMail } from '../queue-billing-mail.ts'
import type { SubscriptionRow } from '../subscriptions.sql.ts'

const receipt = (amount: number, { plan, current_period_end }: SubscriptionRow): BillingMail => ({
  subject: `Receipt: ${formatPrice(amount)}`,
  lines: [`You paid ${formatPrice(amount)} for premium (${plan}). It lasts until ${formatDay(current_period_end)}.`],
})

const trialStarted = ({ plan, amount, trial_end }: SubscriptionRow): BillingMail => ({
  subject: 'Your trial has begun',
  lines: [
    `Premium is yours to try until ${formatDay(trial_end)}; ` +
      `then your plan (${plan}) is paid for, ${formatPrice(amount)}.`,
    'If you do not want that, end it before: one click, and nothing is ever charged.',
  ],
})

const paymentDisputed = ({ current_period_end }: SubscriptionRow): BillingMail => ({
  subject: 'Your payment is disputed',
  lines: [
    'Your bank was asked to take it back. ' +
      `Premium goes on until ${formatDay(current_period_end)}, or until that is settled.`,
    'If it was a mistake, tell your bank. If somebody else used your card, write to us.',
  ],
})

const paymentFailed = ({ current_period_end }: SubscriptionRow): BillingMail => ({
  subject: 'Your payment did not go through',
  lines: [`Premium goes on until ${formatDay(current_period_end)}. Please look at your card before then.`],
})

const ended: BillingMail = {
  subject: 'Premium has ended',
  lines: ['Nothing more is charged. Matches and conversations stay, as they always do.'],
}

function messagesFor(before: SubscriptionRow, after: SubscriptionRow, paid: readonly number[]): BillingMail[] {
  const messages = paid.map((amount) => receipt(amount, after))
  if (after.status === 'trialing' && after.trial_start && !before.trial_start) messages.push(trialStarted(after))
  if (after.status === 'past_due' && after.disputed && !before.disputed) messages.push(paymentDisputed(after))
  else if (after.status === 'past_due' && before.status !== 'past_due') messages.push(paymentFailed(after))
  if (after.status === 'canceled' && before.status !== 'canceled') messages.push(ended)
  return messages
}

/** Sends receipts, failures and ends to the member: by email and in the app. */
export async function notifyMember(
  work: Work<'config' | 'bus' | 'jobs' | 'keys'>,
  before: SubscriptionRow,
  after: SubscriptionRow,
  paid: readonly number[],
): Promise<void> {
  const announced = messagesFor(before, after, paid).map((message) => ({
    mail: toBillingMail(work.config, after.account_id, message),
    notice: {
      to: after.account_id,
      kind: 'subscription' as const,
      topic: `subscription:${after.id}`,
      details: { text: `${message.subject}.`, link: '/premium' },
    },
  }))
  await recordAndMail(work, announced)
}
