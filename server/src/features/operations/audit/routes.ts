import type { auditing } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { runChecks } from '../checks/check.ts'
import { auditCheck } from '../checks/database.ts'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { type AuditFilters, findActions, findAdministrators, findEntries, noteRead } from './audit.sql.ts'
import { toEntry } from './to-entry.ts'

type Page = AuditFilters & { limit: number }

type Listing = Pick<Deps, 'db' | 'upToDate'> & Answering

/**
 * One page of the log, without what is kept from its reader. It reads one entry more than it shows, to know whether
 * there are more.
 */
async function listAudit({ db, upToDate, caller }: Listing, { account }: Viewer, { limit, ...filters }: Page) {
  const rows = await findEntries(upToDate, account.id, filters, limit + 1)
  const subjects = new Set(rows.flatMap(({ subject_id }) => subject_id ?? []))
  await noteRead(db, account.id, [...subjects])
  const entries = rows.slice(0, limit).map((row) => toEntry(row, caller.language))
  return { entries, nextBefore: rows.length > limit ? (entries.at(-1)?._id ?? null) : null }
}

/** The values that the log's filters offer. */
async function auditChoices({ db }: Pick<Deps, 'db'>) {
  const [actors, actions] = await Promise.all([findAdministrators(db), findActions(db)])
  return { actors: actors.map(({ id, name }) => ({ _id: id, name })), actions }
}

export const auditHandlers: Handlers<typeof auditing> = {
  listAudit: async (context, { query }) => ({ data: await listAudit(context, context.viewer, query) }),
  getChecks: async ({ db }) => ({ data: { checks: await runChecks([auditCheck(db)]) } }),
  getAuditChoices: async (context) => ({ data: await auditChoices(context) }),
}
