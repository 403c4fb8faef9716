import { days, hours, later } from '../infra/clock.ts'
import type { Work } from '../work.ts'

// The cases that take more than one decision: a ban for fraud whose warnings went out, a legal hold, and a ban that
// waits for a second administrator.

const administrator = ({ tx }: Work) =>
  tx.selectFrom('accounts').select('id').where('is_admin', '=', true).limit(1).executeTakeFirst()

/** As many people were warned as the ban says that they asked for money. */
async function warn({ tx }: Work, decisionId: string, begun: Date, readers: readonly string[]): Promise<void> {
  const sent = later(begun, hours(12))
  const warning = { decision_id: decisionId, due_at: sent, latest_at: later(begun, hours(72)), finished_at: sent }
  await tx.updateTable('decisions').set({ is_fraud: true }).where('id', '=', decisionId).execute()
  await tx
    .insertInto('fraud_warnings')
    .values({ ...warning, state: 'sent' })
    .execute()
  if (readers.length === 0) return
  await tx
    .insertInto('fraud_notices')
    .values(
      readers.map((account_id, at) => ({ account_id, decision_id: decisionId, answered: at % 2 === 0, at: sent })),
    )
    .execute()
}

/** Makes the oldest demo ban one for fraud, and holds everything about that person. */
export async function fraudAndHold(work: Work, ids: readonly string[]): Promise<void> {
  const { tx, now } = work
  const staff = await administrator(work)
  if (!staff || ids.length === 0) return
  const ban = await tx
    .selectFrom('decisions')
    .select(['id', 'subject_id', 'created_at'])
    .where('kind', '=', 'ban')
    .where('state', '=', 'in_force')
    .where('subject_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!ban) return
  const readers = ids.filter((id, at) => at > 0 && id !== ban.subject_id).slice(0, 4)
  await warn(work, ban.id, ban.created_at, readers)
  await tx
    .insertInto('legal_holds')
    .values({
      account_id: ban.subject_id,
      reason: 'The police have asked us to keep everything. Case 26-1107.',
      set_by: staff.id,
      set_at: later(now, -days(30)),
    })
    .execute()
}

/** A ban that the moderator asked for. The administrator who visits the demo can approve it. */
export async function waitingBan({ tx, now }: Work, moderatorId: string, subjectId: string): Promise<void> {
  const at = later(now, -hours(3))
  const { id } = await tx
    .insertInto('decisions')
    .values({
      subject_id: subjectId,
      kind: 'ban',
      state: 'waiting',
      source: 'own',
      rule: 6,
      rule_title: 'No business, no money',
      category: 'spam',
      facts: 'Sent the same text to 14 people within a day.',
      decided_by: moderatorId,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('approvals')
    .values({
      kind: 'decision',
      target_id: subjectId,
      decision_id: id,
      requested_by: moderatorId,
      requested_at: at,
      expires_at: later(at, days(7)),
    })
    .execute()
}
