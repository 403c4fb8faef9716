import { ApiError, message, type SecondAnswer, type SecondLook } from '@kindred/contract'
import type { Updateable } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import type { SecondLooks } from '../../../infra/db/schema.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'
import { audit, configurationOf, type AuditDetails } from '../../operations/index.ts'
import { findDecision, type NamedDecisionRow } from '../decisions/decisions.sql.ts'
import { noLook, oneLook } from './read-second-looks.ts'
import { agreementOf } from './rules.ts'
import { findLook, isForAnotherCloser, lockLook, type LookRow, saveLook } from './second-looks.sql.ts'
import { judgeOf } from './who-may.sql.ts'

type Calling = Deps & { caller: Caller }
type Change = {
  from: LookRow['state']
  action: string
  reason: string
  change: (
    work: Work,
    locked: { row: LookRow; decision: NamedDecisionRow },
  ) => Promise<Updateable<SecondLooks>> | Updateable<SecondLooks>
  details?: AuditDetails
}

const refusals = {
  open: () => new ApiError('conflict', 'This review has to be completed first.'),
  answered: ({ answerer }: LookRow) =>
    new ApiError('conflict', message('{name} has already completed this review.', { name: answerer ?? '' })),
  raised: ({ raiser }: LookRow) =>
    new ApiError('conflict', message('{name} has already escalated this.', { name: raiser ?? '' })),
  closed: ({ closer }: LookRow) =>
    new ApiError('conflict', message('{name} has already closed this.', { name: closer ?? '' })),
} satisfies Record<LookRow['state'], (row: LookRow) => ApiError>

async function moveLook(context: Calling, viewer: Viewer, id: string, step: Change): Promise<SecondLook> {
  const staffId = viewer.account.id
  await unitOfWork(context, asStaff(staffId), async (work) => {
    await lockLook(work.tx, id)
    const row = await findLook(work.tx, judgeOf(viewer.account), id)
    const decision = row && (await findDecision(work.tx, row.decision_id))
    if (!row || !decision) throw noLook()
    if (row.state !== step.from) throw refusals[row.state](row)
    const values = await step.change(work, { row, decision })
    await saveLook(work.tx, id, values)
    await audit(work, {
      action: step.action,
      subjectId: decision.subject_id,
      reason: step.reason,
      details: { look: id, decision: decision.id, ...step.details },
    })
  })
  return oneLook(context, viewer, id)
}

type Answer = { kind: SecondAnswer; rule?: number | undefined; reason: string }

const wrongRule = (msg: ReturnType<typeof message>) =>
  new ApiError('invalid_request', msg, { errors: [{ path: 'rule', msg }] })

/** Nothing about the decision changes. */
export async function answerLook(context: Calling, viewer: Viewer, id: string, { kind, rule, reason }: Answer) {
  const { rules } = await configurationOf(context)
  const title = rule === undefined ? undefined : rules[rule - 1]?.title
  if (kind === 'none' && rule !== undefined) throw wrongRule(message('If nothing was wrong, no rule was broken.'))
  if (kind !== 'none' && rule === undefined) throw wrongRule(message('Please choose the rule that was broken.'))
  if (rule !== undefined && title === undefined) throw wrongRule(message('There’s no such rule.'))
  const answer = { kind, rule: rule ?? null }
  return moveLook(context, viewer, id, {
    from: 'open',
    action: 'second-look.answered',
    reason,
    details: { kind },
    change: ({ now }, { decision }) => ({
      ...answer,
      ...agreementOf(decision, answer),
      state: 'answered',
      answered_by: viewer.account.id,
      answered_at: now,
      rule_title: title ?? null,
      reason,
    }),
  })
}

export const raiseLook = (context: Calling, viewer: Viewer, id: string, note: string) =>
  moveLook(context, viewer, id, {
    from: 'answered',
    action: 'second-look.raised',
    reason: note,
    change: ({ now }, { row }) => {
      if (row.same_kind && row.same_rule) throw new ApiError('conflict', 'Both came to the same result.')
      return { state: 'raised', raised_by: viewer.account.id, raised_at: now, raise_note: note }
    },
  })

/**
 * Anyone who made or approved the decision, or escalated the disagreement, leaves it to another administrator, if there
 * is one.
 */
export const closeLook = (context: Calling, viewer: Viewer, id: string, note: string) =>
  moveLook(context, viewer, id, {
    from: 'raised',
    action: 'second-look.closed',
    reason: note,
    change: async ({ tx, now }) => {
      const closerId = viewer.account.id
      if (await isForAnotherCloser(tx, id, closerId))
        throw new ApiError('conflict', 'Another administrator has to decide this.')
      return { state: 'closed', closed_by: closerId, closed_at: now, close_note: note }
    },
  })
