import type { Deps } from '../../../deps.ts'
import { saveHead } from './chain.sql.ts'

/**
 * Saves the head of the audit log's chain in the database, and writes it to the server's log, which the owner of the
 * database can't change.
 */
export async function noteAuditHead({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const head = await saveHead(db, clock.now())
  if (head) log.info({ auditHead: `${head.place}:${head.hash}` }, 'the audit log has grown')
}
