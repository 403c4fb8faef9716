import { ApiError, type Configuration, type DecisionDraft, type Text } from '@kindred/contract'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { Refusal } from '../refusals.ts'
import { hasOpenBan } from './decisions.sql.ts'
import { hasLedTo, isReportAbout } from './reports.sql.ts'

const lasting = (kind: DecisionDraft['kind']) => kind === 'limit' || kind === 'suspend'
const removing = (kind: DecisionDraft['kind']) => kind === 'suspend' || kind === 'ban'

const wrong = (path: string, msg: Text) => new ApiError('invalid_request', msg, { errors: [{ path, msg }] })

const hidesProfile = ({ hide }: DecisionDraft) =>
  Boolean(hide?.bio) || Boolean(hide?.prompts) || Boolean(hide?.voice) || (hide?.pictures ?? []).length > 0

export function assertConsistent(input: DecisionDraft, rules: Configuration['rules']): void {
  const { kind, days, hide, fraud, subscription, rule } = input
  if (lasting(kind) && days === undefined) throw wrong('days', 'Please choose for how long.')
  if (!lasting(kind) && days !== undefined) throw wrong('days', 'Only a limit or a suspension has a duration.')
  if (kind === 'hide' && !hidesProfile(input) && !hide?.message)
    throw wrong('hide', 'Please choose what to remove from the profile.')
  if (hide?.message && hidesProfile(input)) throw wrong('hide', 'Remove a message and parts of the profile separately.')
  if (hide?.findCopies && (hide.pictures ?? []).length === 0)
    throw wrong('hide', 'Please choose the photos whose copies you want to find.')
  if (kind !== 'hide' && hide !== undefined) throw wrong('hide', 'Choose “Remove content” to remove something.')
  if (fraud && !removing(kind)) throw wrong('fraud', 'Only a suspension or a ban can be for fraud.')
  if (subscription === 'cancel' && !removing(kind))
    throw wrong('subscription', 'Only a suspension or a ban can end a subscription.')
  if (rule > rules.length) throw wrong('rule', 'There’s no such rule.')
}

type About = { staffId: string; subjectId: string }

/**
 * Refuses decisions of staff about themselves, about someone else's report, about someone who is banned or soon may be,
 * and a repeated decision on a report, as when a button is pressed twice.
 */
export async function assertAllowed(db: Db | Tx, { staffId, subjectId }: About, input: DecisionDraft): Promise<void> {
  if (subjectId === staffId) throw new Refusal('own_account')
  if (input.reportId && !(await isReportAbout(db, input.reportId, subjectId))) throw new Refusal('no_report')
  if (input.reportId && (await hasLedTo(db, input.reportId, input.kind)))
    throw new ApiError('conflict', 'This report has already led to this decision.')
  if (await hasOpenBan(db, subjectId))
    throw new ApiError('conflict', 'This user is already banned, or a ban is waiting for approval.')
}
