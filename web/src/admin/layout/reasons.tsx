import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { onReasonRequired } from '../access-reasons.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

/** Asks for the reason whenever a call needs one to show private data, and then continues the call. */
export function Reasons() {
  const { t } = useLingui()
  const [end, setEnd] = useState<(reason: string | null) => void>()
  useEffect(() => {
    onReasonRequired(async () => {
      const reason = await new Promise<string | null>((resolve) => setEnd(() => resolve))
      setEnd(undefined)
      return reason
    })
    return () => onReasonRequired(() => Promise.resolve(null))
  }, [])
  return (
    end && (
      <ReasonDialog
        title={t`Show private data?`}
        label={t`Why do you need to see this?`}
        hint={t`We record your reason in the audit log and won’t ask again for 30 minutes.`}
        go={t`Show`}
        least={3}
        onClose={() => end(null)}
        onGo={end}
      />
    )
  )
}
