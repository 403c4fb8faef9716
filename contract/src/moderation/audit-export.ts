import * as z from 'zod/mini'
import { auditFilters } from '../operations/audit.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, secretText, shown } from '../text.ts'

export const AuditFilters = z.strictObject(auditFilters)
export type AuditFilters = z.output<typeof AuditFilters>

export const auditExport = defineRoutes({
  issueAuditTicket: {
    method: 'POST',
    path: '/admin/audit/export-ticket',
    access: 'staff:audit',
    forReason: true,
    stepUp: true,
    summary: 'Get a ticket to download the audit log by link, once, within a minute',
    returns: dataOf({ ticket: shown }),
    status: 201,
  },
  exportAudit: {
    method: 'GET',
    path: '/admin/audit/export.csv',
    access: 'staff:audit',
    forReason: true,
    stepUp: true,
    ticket: 'export-audit',
    summary: 'Download the audit log as a file, with the same filters',
    query: z.strictObject({ ticket: z.optional(secretText), ...auditFilters }),
    returns: {
      stream: 'text/csv; charset=utf-8',
      headers: { 'content-disposition': 'attachment; filename="audit.csv"' },
    },
  },
})
