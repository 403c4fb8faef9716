import type { Deps } from '../../../deps.ts'
import { type AuditFilters, findActions, findAdministrators, findEntries } from './audit.sql.ts'
import { toEntry } from './to-entry.ts'

type Page = AuditFilters & { limit: number }

/** One page of the log. It reads one entry more than it shows, to know whether there are more. */
export async function listAudit({ db }: Pick<Deps, 'db'>, { limit, ...filters }: Page) {
  const rows = await findEntries(db, filters, limit + 1)
  const entries = rows.slice(0, limit).map(toEntry)
  return { entries, nextBefore: rows.length > limit ? (entries.at(-1)?._id ?? null) : null }
}

/** The values that the log's filters offer. */
export async function auditChoices({ db }: Pick<Deps, 'db'>) {
  const [actors, actions] = await Promise.all([findAdministrators(db), findActions(db)])
  return { actors: actors.map(({ id, name }) => ({ _id: id, name })), actions }
}
