import type { Insertable } from 'kysely'
import { days, hours, later } from '../infra/clock.ts'
import type { BlindReviews } from '../infra/db/schema.ts'
import type { Work } from '../work.ts'

// Blind reviews of demo decisions: one that waits for the administrator, one that agrees, and one that disagrees.

type Case = {
  kind: string
  by: 'administrator' | 'moderator'
  look: Partial<Insertable<BlindReviews>>
  raises?: string
}

const cases: readonly Case[] = [
  { kind: 'hide', by: 'moderator', look: {} },
  {
    kind: 'suspend',
    by: 'administrator',
    look: {
      state: 'answered',
      kind: 'suspend',
      rule: 3,
      rule_title: 'No means no',
      reason: 'Two people asked to be left alone, and the messages went on for days.',
      same_kind: true,
      same_rule: true,
    },
  },
  {
    kind: 'limit',
    by: 'moderator',
    look: {
      state: 'raised',
      kind: 'warn',
      rule: 6,
      rule_title: 'No business, no money',
      reason: 'It was their first time, and they stopped when someone complained. A warning would have done.',
      same_kind: false,
      same_rule: true,
    },
    raises: 'Do we limit people for the first attempt? Please decide how we handle this from now on.',
  },
]

export async function addBlindReviews({ tx, now }: Work, ids: readonly string[], moderator: string): Promise<void> {
  const admin = await tx.selectFrom('accounts').select('id').where('is_admin', '=', true).limit(1).executeTakeFirst()
  if (!admin || ids.length === 0) return
  const staff = { administrator: admin.id, moderator }
  for (const { kind, by, look, raises } of cases) {
    const decision = await tx
      .updateTable('decisions')
      .set({ decided_by: staff[by] })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('decisions')
          .select('id')
          .where('kind', '=', kind)
          .where('state', 'in', ['in_force', 'lifted', 'expired'])
          .where('subject_id', 'in', ids)
          .orderBy('created_at', 'desc')
          .limit(1),
      )
      .returning(['id', 'in_force_at'])
      .executeTakeFirst()
    if (!decision) continue
    const drawn_at = later(decision.in_force_at ?? now, hours(1))
    const other = staff[by === 'moderator' ? 'administrator' : 'moderator']
    const answered = look.state ? { answered_by: other, answered_at: later(drawn_at, days(1)) } : {}
    const raised = raises ? { raised_by: other, raised_at: later(drawn_at, days(2)), raise_note: raises } : {}
    await tx
      .insertInto('blind_reviews')
      .values({ decision_id: decision.id, drawn_at, ...look, ...answered, ...raised })
      .execute()
  }
}
