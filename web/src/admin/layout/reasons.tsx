import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { onReasonRequired, type Asking } from '../access-reasons.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

/** Asks for a reason whenever a call needs one to show private data, and then continues the call. */
export function Reasons() {
  const { t } = useLingui()
  const [asked, setAsked] = useState<{ end: (reason: string | null) => void; asking: Asking | undefined }>()
  useEffect(() => {
    onReasonRequired(async (asking) => {
      const reason = await new Promise<string | null>((end) => setAsked({ end, asking }))
      setAsked(undefined)
      return reason
    })
    return () => onReasonRequired(() => Promise.resolve(null))
  }, [])
  return (
    asked && (
      <ReasonDialog
        title={asked.asking?.title ?? t`Show private data?`}
        label={t`Why do you need to see this?`}
        hint={t`We record your reason in the audit log and won’t ask again for 30 minutes.`}
        go={asked.asking?.go ?? t`Show`}
        least={3}
        onClose={() => asked.end(null)}
        onGo={asked.end}
      />
    )
  )
}
