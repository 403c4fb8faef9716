import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import { noteHead } from '../audit/service.ts'

/** Removes what has had its time: how long each thing is kept is a promise of the privacy policy. */
export async function cleanUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await db
    .deleteFrom('look_reasons')
    .where('given_at', '<', later(now, -days(1)))
    .execute()
  await db.deleteFrom('budgets').where('resets_at', '<', now).execute()
  await db
    .deleteFrom('socket_io_attachments')
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}

/** Notes how far the audit log has come: in its own table, and in the server's log, which the database's owner cannot reach. */
export async function noteAuditHead({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const head = await noteHead(db, clock.now())
  if (head) log.info({ auditHead: `${head.place}:${head.hash}` }, 'the audit log has grown')
}
