import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { toReport } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { toast } from '../../ui/toast.tsx'

export function useClaimNext(): { busy: boolean; claim: () => Promise<void> } {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const claim = async () => {
    setBusy(true)
    try {
      const { report } = (await backOffice.claimNextReport()).data
      if (report) void navigate(toReport(report._id))
      else toast({ text: t`No reports are waiting.` })
    } catch (error) {
      toast({ text: errorText(error), bad: true })
    } finally {
      setBusy(false)
    }
  }
  return { busy, claim }
}
