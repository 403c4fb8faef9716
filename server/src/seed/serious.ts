import { days, hours, later } from '../infra/clock.ts'
import type { Work } from '../work.ts'

const administrator = ({ tx }: Work) =>
  tx.selectFrom('accounts').select('id').where('is_admin', '=', true).limit(1).executeTakeFirst()

export async function addLegalHold(work: Work, ids: readonly string[]): Promise<void> {
  const { tx, now } = work
  const staff = await administrator(work)
  if (!staff || ids.length === 0) return
  const ban = await tx
    .selectFrom('decisions')
    .select('subject_id')
    .where('kind', '=', 'ban')
    .where('state', '=', 'in_force')
    .where('subject_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!ban) return
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

/** Adds a ban that the moderator requested, which the administrator who visits the demo can approve. */
export async function addPendingBan({ tx, now }: Work, moderatorId: string, subjectId: string): Promise<void> {
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
