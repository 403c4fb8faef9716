import type { Work } from '../../../work.ts'
import type { Formats } from '../../../infra/zones.ts'
import { recordAndMail } from '../../delivery/index.ts'
import { formatPrice } from '../format.ts'
import { toBillingMail } from '../queue-billing-mail.ts'
import type { SubscriptionRow } from '../subscriptions.sql.ts'

/** The subject is a notification, too. */
type BillingMail = { subject: string; lines: (formats: Formats) => string[] }

const until = (date: Date | null, { day }: Formats): string => (date ? ` until ${day(date)}` : '')

const receipt = (amount: number, { plan, current_period_end }: SubscriptionRow): BillingMail => ({
  subject: `Receipt: ${formatPrice(amount)}`,
  lines: (formats) => [
    `You paid ${formatPrice(amount)} for Premium (${plan} plan). You have it${until(current_period_end, formats)}.`,
  ],
})

const trialStarted = ({ plan, amount, trial_end }: SubscriptionRow): BillingMail => ({
  subject: 'Your free trial has started',
  lines: (formats) => [
    `Premium is free${until(trial_end, formats)}. Then we’ll charge ${formatPrice(amount)} for your ${plan} plan.`,
    'Don’t want to continue? Cancel before then with one click, and you won’t be charged.',
  ],
})

const paymentDisputed = ({ current_period_end }: SubscriptionRow): BillingMail => ({
  subject: 'Your payment is disputed',
  lines: (formats) => [
    `Your bank was asked to reverse it. You keep Premium${until(current_period_end, formats)} while they look into it.`,
    'Was this a mistake? Tell your bank. If someone else used your card, write to us.',
  ],
})

const paymentFailed = ({ current_period_end }: SubscriptionRow): BillingMail => ({
  subject: 'Your payment didn’t go through',
  lines: (formats) => [`You keep Premium${until(current_period_end, formats)}. Please update your card before then.`],
})

const ended: BillingMail = {
  subject: 'Your Premium has ended',
  lines: () => ['You won’t be charged again. You keep your matches and conversations.'],
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
  const announced = messagesFor(before, after, paid).map(({ subject, lines }) => ({
    mail: toBillingMail(work.config, after.account_id, (formats) => ({ subject, lines: lines(formats) })),
    notice: {
      to: after.account_id,
      kind: 'subscription' as const,
      topic: `subscription:${after.id}`,
      details: { text: subject, link: '/premium' },
    },
  }))
  await recordAndMail(work, announced)
}
