import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { office } from '../../api/office-client.ts'
import { BASE } from '../../api/send.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { asQuery, type Filters } from './use-users.ts'

/** Everybody who fits the filters, as a file: a ticket first, since a link carries no sign-in. */
export function ExportButton({ filters }: { filters: Filters }) {
  const [busy, setBusy] = useState(false)
  const { sort: _sort, ...wish } = filters
  const load = async () => {
    setBusy(true)
    try {
      const { ticket } = (await office.issueExportTicket()).data
      location.assign(`${BASE}/admin/users/export.csv?${new URLSearchParams({ ...asQuery(wish), ticket })}`)
    } catch (error) {
      toast({ text: errorText(error), bad: true })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button tone="quiet" busy={busy} onClick={() => void load()}>
      <Download size={16} aria-hidden="true" />
      <Trans>Export</Trans>
    </Button>
  )
}
