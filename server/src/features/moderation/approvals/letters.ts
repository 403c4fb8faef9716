import { nameOutside } from '../../../infra/names.ts'
import { queueMail } from '../../delivery/index.ts'
import type { ListedRow } from './queries.ts'
import type { Work } from '../../../work.ts'

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** What is asked for, as it follows "asked to". */
function whatOf({ kind, target, is_admin, action, people: count }: ListedRow): string {
  if (kind === 'bulk') return `${action} ${people(count ?? 0)}`
  const name = nameOutside(target ?? '')
  return is_admin ? `make ${name} an administrator` : `remove ${name} as an administrator`
}

const day = (date: Date) => date.toUTCString().slice(0, 16)
// On one line: it must not look like words of ours.
const why = ({ reason }: Pick<ListedRow, 'reason'>) =>
  reason ? [`Their reason: “${reason.replace(/\s+/g, ' ')}”`] : []

type Writing = Work<'config' | 'jobs' | 'keys'>

const send = (work: Writing, to: string, subject: string, lines: string[]) =>
  queueMail(work, {
    to,
    kind: 'approval',
    details: { subject, lines, link: `${work.config.PUBLIC_URL}/approvals` },
  })

/** Asks everyone who could approve it. */
export async function askToApprove(work: Writing, row: ListedRow, approvers: readonly string[]) {
  const by = nameOutside(row.requester ?? '')
  for (const to of approvers)
    await send(work, to, `${by} needs your approval`, [
      `${by} asked to ${whatOf(row)}.`,
      ...why(row),
      `It won’t happen unless another administrator approves it by ${day(row.expires_at)}.`,
    ])
}

/** Nobody can approve it: the one who asked and everyone else who must know hear when it takes effect. */
export async function announce(work: Writing, row: ListedRow, others: readonly string[]) {
  const by = nameOutside(row.requester ?? '')
  const when = row.takes_effect_at!.toUTCString()
  await send(work, row.requested_by, 'Your request takes effect in 24 hours', [
    `You asked to ${whatOf(row)}. No other administrator can approve it, so it takes effect on ${when}.`,
    'You can withdraw it until then.',
  ])
  for (const to of others)
    await send(work, to, `${by} asked to ${whatOf(row)}`, [
      `No other administrator can approve it, so it takes effect on ${when}.`,
      ...why(row),
      `If you didn’t expect this, talk to ${by} and to the person who runs the server before then.`,
    ])
}

const outcomes = {
  approved: 'Approved',
  declined: 'Declined',
  expired: 'Expired',
  automatic: 'In effect',
  failed: 'Not done',
} as const

/** Tells whoever asked what came of it. */
export async function tellOutcome(
  work: Writing,
  row: ListedRow,
  { outcome, by, reason }: { outcome: keyof typeof outcomes; by: string | null; reason: string | undefined },
) {
  const word = outcomes[outcome]
  await send(work, row.requested_by, `${word}: ${whatOf(row)}`, [
    `You asked to ${whatOf(row)}.`,
    {
      approved: `${nameOutside(by ?? '')} approved it.`,
      declined: `${nameOutside(by ?? '')} declined it.`,
      expired: 'Nobody approved it within 7 days, so it expired.',
      automatic: 'The 24 hours are over, and it has taken effect.',
      failed: 'It couldn’t be done any more: things have changed since you asked.',
    }[outcome],
    ...why({ reason: reason ?? null }),
  ])
}
