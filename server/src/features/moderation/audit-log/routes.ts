import type { auditExport, AuditFilters, auditing } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import type { Deps } from '../../../deps.ts'
import type { Answering, Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { aboutAnyOf, auditReader, everyPending, noteReader } from '../blind-reviews/queries.ts'
import { issueTicket } from '../../identity/index.ts'
import { auditLines, listEntries, recordAccess, requireReason } from '../../operations/index.ts'

const TICKET_LASTS = 60_000
const auditLog = { kind: 'audit-log', of: 'entries' } as const

/** Anyone who reads entries about people can no longer review decisions about them blindly. */
async function listAudit(
  context: Pick<Deps, 'db' | 'upToDate'> & Answering,
  { account }: Viewer,
  page: AuditFilters & { limit: number },
) {
  const listed = await listEntries(context, auditReader(account.id), page)
  const subjects = new Set(listed.entries.flatMap(({ subject }) => subject?._id ?? []))
  await noteReader(context.db, account.id, aboutAnyOf([...subjects]))
  return listed
}

/** A download link can't carry the headers for the session and the reason. */
async function issueAuditTicket(context: Deps & { caller: Caller }, viewer: Viewer): Promise<string> {
  await requireReason(context, viewer, auditLog)
  return issueTicket(context, viewer, 'export-audit', TICKET_LASTS)
}

/** Records the access before exporting anything. */
async function exportAudit(
  context: Deps & { caller: Caller },
  viewer: Viewer,
  filters: AuditFilters,
): Promise<AsyncIterable<string>> {
  const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
  await recordAccess(context, viewer, { ...auditLog, action: 'audit.exported', details: chosen })
  await noteReader(context.db, viewer.account.id, everyPending)
  return auditLines(context, auditReader(viewer.account.id), filters)
}

export const auditLogHandlers: Handlers<Pick<typeof auditing, 'listAudit'> & typeof auditExport> = {
  listAudit: async (context, { query }) => ({ data: await listAudit(context, context.viewer, query) }),
  issueAuditTicket: async (context) => ({ data: { ticket: await issueAuditTicket(context, context.viewer) } }),
  exportAudit: async (context, { query: { ticket: _ticket, ...filters } }) =>
    exportAudit(context, context.viewer, filters),
}
