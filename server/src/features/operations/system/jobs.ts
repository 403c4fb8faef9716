import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import { noteHead } from '../audit/service.ts'

/** Removes what has had its time: how long each thing is kept is a promise of the privacy policy. */
export async function cleanUp({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  const ago = (count: number) => later(now, -days(count))
  await db.deleteFrom('look_reasons').where('given_at', '<', ago(1)).execute()
  await db.deleteFrom('budgets').where('resets_at', '<', now).execute()
  await db.deleteFrom('secrets').where('expires_at', '<', ago(7)).execute()
  await db.deleteFrom('sign_ins').where('at', '<', ago(90)).execute()
  // A session holds an address: it lasts ninety days at most, and its row a day longer than it does.
  await db.deleteFrom('sessions').where('ended_at', '<', ago(1)).execute()
  await db.deleteFrom('sessions').where('ends_at', '<', ago(1)).execute()
  // Also what could never be sent: a letter to an address that does not take it holds what it said.
  await db.deleteFrom('mails').where('created_at', '<', ago(30)).execute()
  // A complaint with its evidence, its answers and what was decided.
  await db.deleteFrom('reports').where('closed_at', '<', ago(365)).execute()
  // Long enough to look up what was done to many at once; the log keeps each of them.
  await db.deleteFrom('batches').where('finished_at', '<', ago(30)).execute()
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
