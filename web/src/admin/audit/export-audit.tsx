import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { withoutUndefined } from '../../api/params.ts'
import { backOffice } from '../../api/staff-client.ts'
import { ExportButton } from '../export-button.tsx'
import type { Selection } from './use-audit.ts'

/** Exports all entries that match the filters. */
export function ExportAudit({ selection }: { selection: Selection }) {
  const { t } = useLingui()
  return (
    <ExportButton
      exported={{
        subject: 'audit',
        asking: { title: t`Export audit log`, go: t`Export` },
        declined: t`Give a reason to export the audit log.`,
        issueTicket: (input) => backOffice.issueAuditTicket(input),
        path: '/admin/audit/export.csv',
        query: withoutUndefined(selection),
        file: 'audit.csv',
      }}
      progress={(rows) => t`${plural(rows, { one: '# entry', other: '# entries' })}`}
    />
  )
}
