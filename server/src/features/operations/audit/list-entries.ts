import type { AuditEntry } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { type AuditFilters, type AuditReader, findEntries } from './audit.sql.ts'
import { toEntry } from './to-entry.ts'

/**
 * Leaves out the entries hidden from its reader. It reads one entry more than it shows, to know whether there are more.
 */
export async function listEntries(
  { upToDate, caller }: Pick<Deps, 'upToDate'> & Answering,
  reader: AuditReader,
  { limit, ...filters }: AuditFilters & { limit: number },
): Promise<{ entries: AuditEntry[]; nextBefore: string | null }> {
  const rows = await findEntries(upToDate, reader, filters, limit + 1)
  const entries = rows.slice(0, limit).map((row) => toEntry(row, caller.language))
  return { entries, nextBefore: rows.length > limit ? (entries.at(-1)?._id ?? null) : null }
}
