import { message, type MessageDescriptor, type StaffRole } from '@kindred/contract'
import { nameOutside } from '../../../infra/names.ts'
import { queueMail, type WriteMail } from '../../delivery/index.ts'
import { type ApprovalRow, requestedRole } from './queries.ts'
import type { Work } from '../../../work.ts'

function roleText(role: StaffRole | null, name: string | MessageDescriptor): MessageDescriptor {
  if (role === 'administrator') return message('make {name} an administrator', { name })
  if (role === 'moderator') return message('make {name} a moderator', { name })
  if (role === 'support') return message('add {name} to the support team', { name })
  if (role === 'analyst') return message('make {name} an analyst', { name })
  return message('remove {name} from the team', { name })
}

function decisionText(kind: ApprovalRow['decision_kind'], name: string | MessageDescriptor): MessageDescriptor {
  if (kind === 'warn') return message('warn {name}', { name })
  if (kind === 'hide') return message('remove content of {name}', { name })
  if (kind === 'limit') return message('restrict the account of {name}', { name })
  if (kind === 'suspend') return message('suspend {name}', { name })
  return message('ban {name}', { name })
}

function accountText(
  action: NonNullable<ApprovalRow['account_action']>,
  name: string | MessageDescriptor,
): MessageDescriptor {
  if (action === 'activate') return message('activate the account of {name}', { name })
  if (action === 'deactivate') return message('deactivate the account of {name}', { name })
  if (action === 'sign_out') return message('sign {name} out everywhere', { name })
  if (action === 'lift') return message('end a decision about {name} early', { name })
  return message('change the details of {name}', { name })
}

/** Completes the phrase “asked to …”. */
function requestText({
  kind,
  target,
  action,
  people,
  decision_kind,
  account_action,
  ...row
}: ApprovalRow): MessageDescriptor {
  const count = people ?? 0
  if (kind === 'bulk')
    return action === 'activate'
      ? message('activate {count, plural, one {# person} other {# people}}', { count })
      : message('deactivate {count, plural, one {# person} other {# people}}', { count })
  const name = nameOutside(target ?? '')
  if (kind === 'decision') return decisionText(decision_kind, name)
  if (account_action) return accountText(account_action, name)
  return roleText(requestedRole(row), name)
}

// The reason goes on one line, so that it can't look like text of the email itself.
const reasonLines = ({ reason, facts }: Partial<Pick<ApprovalRow, 'reason' | 'facts'>>): MessageDescriptor[] => {
  const given = reason ?? facts
  return given ? [message('Their reason: “{reason}”', { reason: given.replace(/\s+/g, ' ') })] : []
}

type Sending = Work<'config' | 'jobs' | 'keys'>

const send = (work: Sending, to: string, write: WriteMail, path = '/approvals') =>
  queueMail(work, { to, kind: 'approval', details: { write, link: `${work.config.PUBLIC_URL}${path}` } })

export async function sendRequests(work: Sending, row: ApprovalRow, approvers: readonly string[]) {
  const by = nameOutside(row.requester ?? '')
  for (const to of approvers)
    await send(work, to, ({ day }) => ({
      subject: message('{name} needs your approval', { name: by }),
      lines: [
        message('{name} asked to {request}.', { name: by, request: requestText(row) }),
        ...reasonLines(row),
        message('It won’t happen unless another administrator approves it by {day}.', { day: day(row.expires_at) }),
      ],
    }))
}

export async function sendAnnouncement(
  work: Sending,
  row: ApprovalRow,
  { others, objectors }: { others: readonly string[]; objectors: readonly string[] },
) {
  const by = nameOutside(row.requester ?? '')
  const at = row.takes_effect_at
  if (at) await announceToRequester(work, row, at)
  for (const to of others) {
    const mayObject = objectors.includes(to)
    await send(
      work,
      to,
      ({ moment, day }) => ({
        subject: message('{name} asked to {request}', { name: by, request: requestText(row) }),
        lines: [
          at
            ? message('No other administrator can approve it, so it takes effect on {at}.', { at: moment(at) })
            : message('It won’t happen unless another administrator approves it by {day}.', {
                day: day(row.expires_at),
              }),
          ...reasonLines(row),
          mayObject
            ? message(
                'If you didn’t expect this, object to it before then. You can, even if your account is restricted.',
              )
            : message('If you didn’t expect this, talk to {name} and to the person who runs the server before then.', {
                name: by,
              }),
        ],
      }),
      mayObject ? '/objections' : '/approvals',
    )
  }
}

const announceToRequester = (work: Sending, row: ApprovalRow, at: Date) =>
  send(work, row.requested_by, ({ moment }) => ({
    subject: message('Your request takes effect in {hours, plural, one {# hour} other {# hours}}', {
      hours: Math.round((at.getTime() - row.requested_at.getTime()) / 3_600_000),
    }),
    lines: [
      message('You asked to {request}. No other administrator can approve it, so it takes effect on {at}.', {
        request: requestText(row),
        at: moment(at),
      }),
      message('You can withdraw it until then, and the other administrators can object to it.'),
    ],
  }))

type Outcome = 'approved' | 'declined' | 'expired' | 'automatic' | 'failed'

export async function sendOutcome(
  work: Sending,
  row: ApprovalRow,
  { outcome, by, reason }: { outcome: Outcome; by: string | null; reason: string | undefined },
) {
  const name = nameOutside(by ?? '')
  const request = requestText(row)
  const explanation = {
    approved: message('{name} approved it.', { name }),
    declined: message('{name} declined it.', { name }),
    expired: message('No one approved it within 7 days, so it expired.'),
    automatic: message('No one objected in time, and it has taken effect.'),
    failed: message('It failed because the account has changed since you asked.'),
  }[outcome]
  await send(work, row.requested_by, () => ({
    subject: message(
      '{outcome, select, approved {Approved} declined {Declined} expired {Expired} automatic {In effect} ' +
        'other {Not done}}: {request}',
      { outcome, request },
    ),
    lines: [message('You asked to {request}.', { request }), explanation, ...reasonLines({ reason: reason ?? null })],
  }))
}
