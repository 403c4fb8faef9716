import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { office } from '../../api/office-client.ts'
import { BASE } from '../../api/send.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import type { Filters } from './use-users.ts'

/** Everybody who fits the filters, as a file: a ticket first, since a link carries no sign-in. */
export function ExportButton({ filters }: { filters: Filters }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const load = async () => {
    setBusy(true)
    try {
      const { ticket } = (await office.issueExportTicket()).data
      location.assign(`${BASE}/admin/users/export.csv?${new URLSearchParams({ ...filters, ticket })}`)
    } catch (error) {
      const stale = error instanceof CallFailed && error.code === 'step_up_required'
      toast({
        text: stale ? t`Please sign in again first: exporting asks for a fresh sign-in.` : errorText(error),
        bad: true,
      })
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
