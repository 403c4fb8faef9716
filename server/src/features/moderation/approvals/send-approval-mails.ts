import { nameOutside } from '../../../infra/names.ts'
import { plural } from '../../../infra/words.ts'
import { queueMail, type WriteMail } from '../../delivery/index.ts'
import type { ApprovalRow } from './approvals.sql.ts'
import type { Work } from '../../../work.ts'

const people = (count: number) => plural(count, { one: '# person', other: '# people' })

/** What is requested, as a phrase after “asked to”. */
function requestText({ kind, target, is_admin, action, people: count }: ApprovalRow): string {
  if (kind === 'bulk') return `${action} ${people(count ?? 0)}`
  const name = nameOutside(target ?? '')
  return is_admin ? `make ${name} an administrator` : `remove ${name} as an administrator`
}

// The reason goes on one line, so that it can't look like text of the mail itself.
const reasonLines = ({ reason }: Pick<ApprovalRow, 'reason'>) =>
  reason ? [`Their reason: “${reason.replace(/\s+/g, ' ')}”`] : []

type Sending = Work<'config' | 'jobs' | 'keys'>

const send = (work: Sending, to: string, write: WriteMail) =>
  queueMail(work, { to, kind: 'approval', details: { write, link: `${work.config.PUBLIC_URL}/approvals` } })

/** Asks everyone who can approve the request. */
export async function sendRequests(work: Sending, row: ApprovalRow, approvers: readonly string[]) {
  const by = nameOutside(row.requester ?? '')
  for (const to of approvers)
    await send(work, to, ({ day }) => ({
      subject: `${by} needs your approval`,
      lines: [
        `${by} asked to ${requestText(row)}.`,
        ...reasonLines(row),
        `It won’t happen unless another administrator approves it by ${day(row.expires_at)}.`,
      ],
    }))
}

/** Tells everyone concerned when a request that nobody can approve takes effect. */
export async function sendAnnouncement(work: Sending, row: ApprovalRow, others: readonly string[]) {
  const by = nameOutside(row.requester ?? '')
  const at = row.takes_effect_at
  if (!at) throw new Error(`The approval ${row.id} doesn't take effect by itself.`)
  await send(work, row.requested_by, ({ moment }) => ({
    subject: 'Your request takes effect in 24 hours',
    lines: [
      `You asked to ${requestText(row)}. No other administrator can approve it, so it takes effect on ${moment(at)}.`,
      'You can withdraw it until then.',
    ],
  }))
  for (const to of others)
    await send(work, to, ({ moment }) => ({
      subject: `${by} asked to ${requestText(row)}`,
      lines: [
        `No other administrator can approve it, so it takes effect on ${moment(at)}.`,
        ...reasonLines(row),
        `If you didn’t expect this, talk to ${by} and to the person who runs the server before then.`,
      ],
    }))
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
  const explanation = {
    approved: `${nameOutside(by ?? '')} approved it.`,
    declined: `${nameOutside(by ?? '')} declined it.`,
    expired: 'Nobody approved it within 7 days, so it expired.',
    automatic: 'The 24 hours are over, and it has taken effect.',
    failed: 'It couldn’t be done because things have changed since you asked.',
  }[outcome]
  await send(work, row.requested_by, () => ({
    subject: `${word}: ${requestText(row)}`,
    lines: [`You asked to ${requestText(row)}.`, explanation, ...reasonLines({ reason: reason ?? null })],
  }))
}
