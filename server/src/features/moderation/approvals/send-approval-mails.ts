import { nameOutside } from '../../../infra/names.ts'
import { queueMail } from '../../delivery/index.ts'
import type { ApprovalRow } from './approvals.sql.ts'
import type { Work } from '../../../work.ts'

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** What is requested, as a phrase after “asked to”. */
function requestText({ kind, target, is_admin, action, people: count }: ApprovalRow): string {
  if (kind === 'bulk') return `${action} ${people(count ?? 0)}`
  const name = nameOutside(target ?? '')
  return is_admin ? `make ${name} an administrator` : `remove ${name} as an administrator`
}

const dayOf = (date: Date) => date.toUTCString().slice(0, 16)
// The reason goes on one line, so that it can't look like text of the mail itself.
const reasonLines = ({ reason }: Pick<ApprovalRow, 'reason'>) =>
  reason ? [`Their reason: “${reason.replace(/\s+/g, ' ')}”`] : []

type Sending = Work<'config' | 'jobs' | 'keys'>

const send = (work: Sending, to: string, subject: string, lines: string[]) =>
  queueMail(work, {
    to,
    kind: 'approval',
    details: { subject, lines, link: `${work.config.PUBLIC_URL}/approvals` },
  })

/** Asks everyone who can approve the request. */
export async function sendRequests(work: Sending, row: ApprovalRow, approvers: readonly string[]) {
  const by = nameOutside(row.requester ?? '')
  for (const to of approvers)
    await send(work, to, `${by} needs your approval`, [
      `${by} asked to ${requestText(row)}.`,
      ...reasonLines(row),
      `It won’t happen unless another administrator approves it by ${dayOf(row.expires_at)}.`,
    ])
}

/** Tells everyone concerned when a request that nobody can approve takes effect. */
export async function sendAnnouncement(work: Sending, row: ApprovalRow, others: readonly string[]) {
  const by = nameOutside(row.requester ?? '')
  if (!row.takes_effect_at) throw new Error(`The approval ${row.id} doesn't take effect by itself.`)
  const when = row.takes_effect_at.toUTCString()
  await send(work, row.requested_by, 'Your request takes effect in 24 hours', [
    `You asked to ${requestText(row)}. No other administrator can approve it, so it takes effect on ${when}.`,
    'You can withdraw it until then.',
  ])
  for (const to of others)
    await send(work, to, `${by} asked to ${requestText(row)}`, [
      `No other administrator can approve it, so it takes effect on ${when}.`,
      ...reasonLines(row),
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

/** Tells the requester the outcome. */
export async function sendOutcome(
  work: Sending,
  row: ApprovalRow,
  { outcome, by, reason }: { outcome: keyof typeof outcomes; by: string | null; reason: string | undefined },
) {
  const word = outcomes[outcome]
  await send(work, row.requested_by, `${word}: ${requestText(row)}`, [
    `You asked to ${requestText(row)}.`,
    {
      approved: `${nameOutside(by ?? '')} approved it.`,
      declined: `${nameOutside(by ?? '')} declined it.`,
      expired: 'Nobody approved it within 7 days, so it expired.',
      automatic: 'The 24 hours are over, and it has taken effect.',
      failed: 'It couldn’t be done any more: things have changed since you asked.',
    }[outcome],
    ...reasonLines({ reason: reason ?? null }),
  ])
}
