import { useLingui } from '@lingui/react/macro'
import { backOffice } from '../../api/staff-client.ts'
import { useCountText } from '../count-text.ts'
import { ExportButton } from '../export-button.tsx'
import { asQuery, type Filters } from './use-users.ts'

/** Exports all matching users. */
export function ExportUsers({ filters, fitting }: { filters: Filters; fitting: number }) {
  const { t } = useLingui()
  const countText = useCountText()
  const { sort, ...wanted } = filters
  const ofAll = (rows: number) => countText(Math.max(rows, fitting), filters.search === '' ? 'all' : 'so far')
  return (
    <ExportButton
      exported={{
        subject: 'users',
        asking: { title: t`Export users`, go: t`Export` },
        declined: t`Give a reason to export the list.`,
        issueTicket: (input) => backOffice.issueExportTicket(input),
        path: '/admin/users/export.csv',
        query: { ...asQuery(wanted), sort },
        file: 'users.csv',
      }}
      progress={(rows) => t`${countText(rows)} of ${ofAll(rows)}`}
    />
  )
}
