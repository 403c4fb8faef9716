import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useState } from 'react'
import { onReasonRequired, type ReasonPrompt, suggestedReason, viewCase } from '../access-reasons.ts'

const ReasonDialog = lazy(() => import('../reason-dialog.tsx').then((all) => ({ default: all.ReasonDialog })))

type Request = { end: (reason: string | null) => void; subject: string; prompt: ReasonPrompt | undefined }

/** Asks for a reason when a request for private data needs one, and then continues the request. */
export function Reasons() {
  const { t } = useLingui()
  const [request, setRequest] = useState<Request>()
  useEffect(() => {
    onReasonRequired(async (subject, prompt) => {
      const reason = await new Promise<string | null>((end) => setRequest({ end, subject, prompt }))
      setRequest(undefined)
      return reason
    })
    return () => {
      onReasonRequired(() => Promise.resolve(null))
      // The next person to sign in here has no case open.
      viewCase({ reason: '', subjects: [] })
    }
  }, [])
  if (!request) return null
  const { subject, prompt, end } = request
  const ofCase = suggestedReason(subject)
  const common = [t`A member asked us`, t`Checking a payment`, t`Checking for fraud`]
  return (
    <Suspense>
      <ReasonDialog
        title={prompt?.title ?? t`Show private data?`}
        label={t`Why do you need to see this?`}
        hint={t`We record your reason in the audit log and won’t ask again for 30 minutes.`}
        go={prompt?.go ?? t`Show`}
        minLength={3}
        suggestions={prompt ? [] : [...(ofCase ? [ofCase] : []), ...common]}
        onClose={() => end(null)}
        onGo={end}
      />
    </Suspense>
  )
}
