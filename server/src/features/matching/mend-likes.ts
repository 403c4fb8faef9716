import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { dropOrphans, mendTable } from '../../infra/db/mend.ts'

/** Every night: both sides of likes agree, and each of them belongs to two people. */
export async function mendLikes({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const [choices, likes] = [
    { db, log, table: 'choices', key: 'chooser_id' },
    { db, log, table: 'likes_received', key: 'chosen_id' },
  ]
  await dropOrphans(choices, { naming: ['chooser_id', 'chosen_id'], existing: 'identity_people' })
  await mendTable(
    likes,
    'These likes were on their receivers’ side only.',
    async (part) =>
      (
        await sql`
          delete from likes_received l where ${part} and not exists (select from choices c
            where c.chooser_id = l.chooser_id and c.chosen_id = l.chosen_id and c.action <> 'pass') returning 1`.execute(
          db,
        )
      ).rows.length,
  )
  await mendTable(
    choices,
    'These likes were on their senders’ side only.',
    async (part) =>
      (
        await sql`
      insert into likes_received (chosen_id, chooser_id, action, note, note_on, note_on_photo, at, reached)
      select chosen_id, chooser_id, action, note, note_on, note_on_photo, at,
        exists (select from discovery_seekers s where s.seeker_id = c.chosen_id and s.person_id = c.chooser_id)
      from choices c where ${part} and action <> 'pass' and not exists (
        select from likes_received l where l.chosen_id = c.chosen_id and l.chooser_id = c.chooser_id)
      on conflict do nothing returning 1`.execute(db)
      ).rows.length,
  )
}
