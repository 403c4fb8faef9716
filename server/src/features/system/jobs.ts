import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { days, hours, later } from '../../infra/clock.ts'

/** Removes what has had its time: how long each thing is kept is a promise of the privacy policy. */
export async function cleanUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db.deleteFrom('budgets').where('resets_at', '<', now).execute()
  await db
    .deleteFrom('secrets')
    .where('expires_at', '<', later(now, -days(7)))
    .execute()
  await db
    .deleteFrom('sign_ins')
    .where('at', '<', later(now, -days(90)))
    .execute()
  await db
    .deleteFrom('sessions')
    .where('ended_at', '<', later(now, -days(90)))
    .execute()
  await db
    .deleteFrom('sessions')
    .where('ends_at', '<', later(now, -days(90)))
    .execute()
  await db
    .deleteFrom('mails')
    .where('sent_at', '<', later(now, -days(30)))
    .execute()
  await db
    .deleteFrom('socket_io_attachments')
    .where('created_at', '<', sql<Date>`now() - ${hours(1)} * interval '1 millisecond'`)
    .execute()
}
