import type { Configuration, Decision, DecisionInput } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering, Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { lockAccountForStaff } from '../../identity/index.ts'
import { configurationOf } from '../../operations/index.ts'
import { assertCurrentVersion } from '../administration/assert-current-version.ts'
import { noUser, oneUser } from '../administration/read-users.ts'
import { requestApproval } from '../approvals/request-approval.ts'
import { asStaff, unitOfWork, type Work } from '../../../work.ts'
import { applyRestrictions } from './apply-restrictions.ts'
import { auditDecision } from './audit-decision.ts'
import { assertAllowed, assertConsistent } from './check-input.ts'
import { type DecisionRow, findDecision, insertDecision } from './decisions.sql.ts'
import { noDecision } from './end-decision.ts'
import { putInForce } from './put-in-force.ts'
import { findSource } from './reports.sql.ts'
import { readingOf, toDecision } from './to-decision.ts'
import { assertMayHandle } from '../reports/assert-may-handle.ts'
import { assertMayActOn, assertNotInvolved } from '../administration/assert-may-act-on.ts'

type Calling = Deps & { caller: Caller }
type About = { staffId: string; subjectId: string }

const saveInput = async (
  { tx, now }: Work,
  { staffId, subjectId }: About,
  input: DecisionInput,
  rules: Configuration['rules'],
): Promise<DecisionRow> =>
  insertDecision(tx, {
    subject_id: subjectId,
    kind: input.kind,
    state: 'waiting',
    ...(await findSource(tx, input.reportId)),
    report_id: input.reportId ?? null,
    rule: input.rule,
    rule_title: rules[input.rule - 1]?.title ?? null,
    category: input.category,
    facts: input.facts,
    days: input.days ?? null,
    is_fraud: input.fraud,
    subscription: input.subscription,
    decided_by: staffId,
    created_at: now,
  })

export async function oneDecision(
  context: Pick<Deps, 'db' | 'clock'> & Answering,
  { account }: Viewer,
  id: string,
): Promise<Decision> {
  const row = await findDecision(context.db, id)
  if (!row) throw noDecision()
  return toDecision(row, account, readingOf(context))
}

export const toHideInput = ({ hide }: Pick<DecisionInput, 'hide'>) => ({
  bio: hide?.bio ?? false,
  prompts: hide?.prompts ?? false,
  voice: hide?.voice ?? false,
  pictures: hide?.pictures ?? [],
  message: hide?.message,
  findCopies: hide?.findCopies ?? false,
})

export async function decide(context: Calling, viewer: Viewer, subjectId: string, input: DecisionInput) {
  const staffId = viewer.account.id
  const { rules } = await configurationOf(context)
  assertConsistent(input, rules)
  const id = await unitOfWork(context, asStaff(staffId), async (work) => {
    const user = await lockAccountForStaff(work.tx, subjectId)
    if (!user) throw noUser()
    assertMayActOn(viewer.account, user)
    if (input.reportId) await assertMayHandle(work.tx, viewer.account, input.reportId)
    await assertCurrentVersion(work, subjectId, user.version)
    await assertAllowed(work.tx, { staffId, subjectId }, input)
    await assertNotInvolved(work.tx, staffId, subjectId)
    const row = await saveInput(work, { staffId, subjectId }, input, rules)
    const hide = toHideInput(input)
    const request = { kind: 'decision', decisionId: row.id, targetId: subjectId, change: { hide } } as const
    const isForTwo = input.kind === 'ban' || (user.is_admin && subjectId !== staffId)
    const approval = isForTwo && (await requestApproval(work, staffId, request))
    if (!approval) await putInForce(work, row, hide)
    else {
      await auditDecision(work, row, { action: 'decision.requested', before: null, reason: row.facts })
      await applyRestrictions(work.tx, subjectId, 'warn')
    }
    return row.id
  })
  return { decision: await oneDecision(context, viewer, id), user: await oneUser(context, viewer, subjectId) }
}
