import { CURRENCY } from '@kindred/contract'
import { queueMail, record } from '../delivery/index.ts'
import type { Row } from './queries.ts'
import type { Work } from '../../work.ts'

export const price = (amount: number) => `${(amount / 100).toFixed(2)} ${CURRENCY}`
const day = (date: Date | null) => date?.toUTCString().slice(0, 16) ?? ''

/** Receipts, failures and ends are told: by mail, and in the app. */
export async function tell(work: Work<'config' | 'bus' | 'jobs' | 'keys'>, before: Row, after: Row, paid: number[]) {
  const said: { subject: string; lines: string[] }[] = paid.map((amount) => ({
    subject: `Receipt: ${price(amount)}`,
    lines: [`You paid ${price(amount)} for premium (${after.plan}). It lasts until ${day(after.current_period_end)}.`],
  }))
  if (after.status === 'trialing' && after.trial_start && !before.trial_start)
    said.push({
      subject: 'Your trial has begun',
      lines: [
        `Premium is yours to try until ${day(after.trial_end)}; then your plan (${after.plan}) is paid for, ${price(after.amount)}.`,
        'If you do not want that, end it before: one click, and nothing is ever charged.',
      ],
    })
  if (after.status === 'past_due' && after.disputed && !before.disputed)
    said.push({
      subject: 'Your payment is disputed',
      lines: [
        `Your bank was asked to take it back. Premium goes on until ${day(after.current_period_end)}, or until that is settled.`,
        'If it was a mistake, tell your bank. If somebody else used your card, write to us.',
      ],
    })
  else if (after.status === 'past_due' && before.status !== 'past_due')
    said.push({
      subject: 'Your payment did not go through',
      lines: [`Premium goes on until ${day(after.current_period_end)}. Please look at your card before then.`],
    })
  if (after.status === 'canceled' && before.status !== 'canceled')
    said.push({
      subject: 'Premium has ended',
      lines: ['Nothing more is charged. Matches and conversations stay, as they always do.'],
    })
  for (const { subject, lines } of said) {
    await queueMail(work, {
      to: after.account_id,
      kind: 'subscription',
      details: { subject, lines, link: `${work.config.PUBLIC_URL}/premium` },
    })
    await record(work, {
      to: after.account_id,
      kind: 'subscription',
      topic: `subscription:${after.id}`,
      details: { text: `${subject}.`, link: '/premium' },
    })
  }
}
