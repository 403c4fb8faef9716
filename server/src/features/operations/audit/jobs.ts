import type { Deps } from '../../../deps.ts'
import { saveHead } from './queries.ts'

/** The server's log gets the head as well, because the owner of the database can't change it. */
export async function noteAuditHead({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const head = await saveHead(db, clock.now())
  if (head) log.info({ auditHead: `${head.place}:${head.hash}` }, 'the audit log has grown')
}
