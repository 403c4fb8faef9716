import { message, type MessageDescriptor } from '@kindred/contract'
import { inText } from '@kindred/contract/billing/currencies'
import type { Work } from '../../../work.ts'
import type { Formats } from '../../../infra/zones.ts'
import { recordAndMail } from '../../delivery/index.ts'
import { toBillingMail } from '../billing.ts'
import type { SubscriptionRow } from '../queries.ts'

type BillingMail = { subject: MessageDescriptor; lines: (formats: Formats) => MessageDescriptor[] }

const until = (end: Date | null, day: Formats['day']) => ({ hasEnd: end ? 'yes' : 'no', day: end ? day(end) : '' })

export type Payment = { amount: number; tax: number }

const receipt = (
  { amount, tax }: Payment,
  { plan, currency, current_period_end: end }: SubscriptionRow,
): BillingMail => ({
  subject: message('Receipt: {amount, number, price}', inText(amount, currency)),
  lines: ({ day }) => [
    message(
      'You paid {amount, number, price} for Premium ({plan, select, monthly {monthly} quarterly {quarterly} ' +
        'other {annual}} plan). It’s active{hasEnd, select, yes { until {day}} other {}}.',
      { ...inText(amount, currency), plan, ...until(end, day) },
    ),
    ...(tax > 0 ? [message('This includes {amount, number, price} of tax.', inText(tax, currency))] : []),
  ],
})

const trialStarted = ({ plan, amount, currency, trial_end: end }: SubscriptionRow): BillingMail => ({
  subject: message('Your free trial has started'),
  lines: ({ day }) => [
    message(
      'Premium is free{hasEnd, select, yes { until {day}} other {}}. Then we’ll charge {amount, number, price} for ' +
        'your {plan, select, monthly {monthly} quarterly {quarterly} other {annual}} plan.',
      { ...inText(amount, currency), plan, ...until(end, day) },
    ),
    message('Don’t want to continue? Cancel before then with one click, and you won’t be charged.'),
  ],
})

const paymentDisputed = ({ current_period_end: end }: SubscriptionRow): BillingMail => ({
  subject: message('Your payment is disputed'),
  lines: ({ day }) => [
    message(
      'Your last payment is being disputed. You’ll keep Premium{hasEnd, select, yes { until {day}} other {}} ' +
        'while your bank reviews it.',
      until(end, day),
    ),
    message('Was this a mistake? Tell your bank. If someone else used your card, write to us.'),
  ],
})

const paymentFailed = ({ current_period_end: end }: SubscriptionRow): BillingMail => ({
  subject: message('Your payment didn’t go through'),
  lines: ({ day }) => [
    message(
      'You keep Premium{hasEnd, select, yes { until {day}} other {}}. Please update your card before then.',
      until(end, day),
    ),
  ],
})

const ended: BillingMail = {
  subject: message('Your Premium subscription has ended'),
  lines: () => [message('You won’t be charged again. You keep your matches and conversations.')],
}

function messagesFor(before: SubscriptionRow, after: SubscriptionRow, paid: readonly Payment[]): BillingMail[] {
  const messages = paid.map((payment) => receipt(payment, after))
  if (after.status === 'trialing' && before.status === 'incomplete') messages.push(trialStarted(after))
  if (after.status === 'past_due' && after.disputed && !before.disputed) messages.push(paymentDisputed(after))
  else if (after.status === 'past_due' && before.status !== 'past_due') messages.push(paymentFailed(after))
  if (after.status === 'canceled' && before.status !== 'canceled') messages.push(ended)
  return messages
}

export async function notifyMember(
  work: Work<'config' | 'bus' | 'jobs' | 'keys'>,
  before: SubscriptionRow,
  after: SubscriptionRow,
  paid: readonly Payment[],
): Promise<void> {
  const announced = messagesFor(before, after, paid).map(({ subject, lines }) => ({
    mail: toBillingMail(work.config, after.account_id, (formats) => ({ subject, lines: lines(formats) })),
    notice: {
      to: after.account_id,
      kind: 'subscription' as const,
      topic: `subscription:${after.id}`,
      details: { ...subject, link: '/premium' },
    },
  }))
  await recordAndMail(work, announced)
}
