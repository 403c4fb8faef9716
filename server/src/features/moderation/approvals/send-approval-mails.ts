import { say, type Said, type StaffRole } from '@kindred/contract'
import { nameOutside } from '../../../infra/names.ts'
import { queueMail, type WriteMail } from '../../delivery/index.ts'
import { type ApprovalRow, requestedRole } from './approvals.sql.ts'
import type { Work } from '../../../work.ts'

function roleText(role: StaffRole | null, name: string | Said): Said {
  if (role === 'administrator') return say('make {name} an administrator', { name })
  if (role === 'moderator') return say('make {name} a moderator', { name })
  if (role === 'support') return say('add {name} to the support team', { name })
  if (role === 'analyst') return say('make {name} an analyst', { name })
  return say('remove {name} from the team', { name })
}

/** What is requested, as a phrase after “asked to”. */
function requestText({ kind, target, action, people, ...row }: ApprovalRow): Said {
  const count = people ?? 0
  if (kind === 'bulk')
    return action === 'activate'
      ? say('activate {count, plural, one {# person} other {# people}}', { count })
      : say('deactivate {count, plural, one {# person} other {# people}}', { count })
  const name = nameOutside(target ?? '')
  if (kind === 'decision') return say('ban {name}', { name })
  return roleText(requestedRole(row), name)
}

// The reason goes on one line, so that it can't look like text of the mail itself.
const reasonLines = ({ reason, facts }: Partial<Pick<ApprovalRow, 'reason' | 'facts'>>): Said[] => {
  const given = reason ?? facts
  return given ? [say('Their reason: “{reason}”', { reason: given.replace(/\s+/g, ' ') })] : []
}

type Sending = Work<'config' | 'jobs' | 'keys'>

const send = (work: Sending, to: string, write: WriteMail) =>
  queueMail(work, { to, kind: 'approval', details: { write, link: `${work.config.PUBLIC_URL}/approvals` } })

/** Asks everyone who can approve the request. */
export async function sendRequests(work: Sending, row: ApprovalRow, approvers: readonly string[]) {
  const by = nameOutside(row.requester ?? '')
  for (const to of approvers)
    await send(work, to, ({ day }) => ({
      subject: say('{name} needs your approval', { name: by }),
      lines: [
        say('{name} asked to {request}.', { name: by, request: requestText(row) }),
        ...reasonLines(row),
        say('It won’t happen unless another administrator approves it by {day}.', { day: day(row.expires_at) }),
      ],
    }))
}

/** Tells everyone concerned when a request that nobody can approve takes effect. */
export async function sendAnnouncement(work: Sending, row: ApprovalRow, others: readonly string[]) {
  const by = nameOutside(row.requester ?? '')
  const at = row.takes_effect_at
  if (!at) throw new Error(`The approval ${row.id} doesn't take effect by itself.`)
  await send(work, row.requested_by, ({ moment }) => ({
    subject: say('Your request takes effect in 24 hours'),
    lines: [
      say('You asked to {request}. No other administrator can approve it, so it takes effect on {at}.', {
        request: requestText(row),
        at: moment(at),
      }),
      say('You can withdraw it until then.'),
    ],
  }))
  for (const to of others)
    await send(work, to, ({ moment }) => ({
      subject: say('{name} asked to {request}', { name: by, request: requestText(row) }),
      lines: [
        say('No other administrator can approve it, so it takes effect on {at}.', { at: moment(at) }),
        ...reasonLines(row),
        say('If you didn’t expect this, talk to {name} and to the person who runs the server before then.', {
          name: by,
        }),
      ],
    }))
}

type Outcome = 'approved' | 'declined' | 'expired' | 'automatic' | 'failed'

/** Tells the requester the outcome. */
export async function sendOutcome(
  work: Sending,
  row: ApprovalRow,
  { outcome, by, reason }: { outcome: Outcome; by: string | null; reason: string | undefined },
) {
  const name = nameOutside(by ?? '')
  const request = requestText(row)
  const explanation = {
    approved: say('{name} approved it.', { name }),
    declined: say('{name} declined it.', { name }),
    expired: say('Nobody approved it within 7 days, so it expired.'),
    automatic: say('The 24 hours are over, and it has taken effect.'),
    failed: say('It couldn’t be done because things have changed since you asked.'),
  }[outcome]
  await send(work, row.requested_by, () => ({
    subject: say(
      '{outcome, select, approved {Approved} declined {Declined} expired {Expired} automatic {In effect} ' +
        'other {Not done}}: {request}',
      { outcome, request },
    ),
    lines: [say('You asked to {request}.', { request }), explanation, ...reasonLines({ reason: reason ?? null })],
  }))
}
