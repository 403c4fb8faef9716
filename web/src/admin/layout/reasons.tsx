import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { onReasonRequired, type ReasonPrompt } from '../access-reasons.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

/** Asks for a reason when a request for private data needs one, and then continues the request. */
export function Reasons() {
  const { t } = useLingui()
  const [request, setRequest] = useState<{ end: (reason: string | null) => void; prompt: ReasonPrompt | undefined }>()
  useEffect(() => {
    onReasonRequired(async (prompt) => {
      const reason = await new Promise<string | null>((end) => setRequest({ end, prompt }))
      setRequest(undefined)
      return reason
    })
    return () => onReasonRequired(() => Promise.resolve(null))
  }, [])
  return (
    request && (
      <ReasonDialog
        title={request.prompt?.title ?? t`Show private data?`}
        label={t`Why do you need to see this?`}
        hint={t`We record your reason in the audit log and won’t ask again for 30 minutes.`}
        go={request.prompt?.go ?? t`Show`}
        minLength={3}
        onClose={() => request.end(null)}
        onGo={request.end}
      />
    )
  )
}
