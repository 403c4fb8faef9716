import type { FrozenVoice, FrozenVoiceAnswer } from '@kindred/contract/moderation/evidence'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { backOffice } from '../../api/staff-client.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useVoiceQuestions } from '../../words/use-voice-questions.ts'
import { withReason } from '../access-reasons.ts'
import { soundOf } from '../sound-of.ts'

type Props = { reportId: string; voice: FrozenVoice }

/** The copy of a voice note. Staff ask for it, and each time that they do is in the audit log. */
export function EvidenceVoice({ reportId, voice: { fileId, durationMs, sha256 } }: Props) {
  const { t } = useLingui()
  const [address, setAddress] = useState<string>()
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  const load = useMutation({
    mutationFn: () =>
      withReason(`evidence ${reportId}`, t`Give a reason to see the evidence.`, (input) =>
        backOffice.getEvidenceVoice({ params: { id: reportId, fileId }, ...input }),
      ),
    onSuccess: ({ data }) => setAddress(URL.createObjectURL(soundOf(data.voice))),
    onError: (error) => toast({ text: errorText(error), bad: true }),
  })
  const seconds = Math.round(durationMs / 1000)
  if (sha256 === null)
    return (
      <p className="text-caption">
        <Trans>Voice note (copy failed)</Trans>
      </p>
    )
  const label = t`Voice note of ${plural(seconds, { one: '# second', other: '# seconds' })}`
  if (address)
    // eslint-disable-next-line jsx-a11y/media-has-caption -- what was said is beside it, where it was written down
    return <audio controls src={address} aria-label={label} />
  return (
    <Button tone="quiet" size="sm" className="justify-self-start" busy={load.isPending} onClick={() => load.mutate()}>
      {t`Load voice note of ${plural(seconds, { one: '# second', other: '# seconds' })}`}
    </Button>
  )
}

type AnswerProps = { reportId: string; answer: FrozenVoiceAnswer; children?: ReactNode }

/** The copy of the spoken answer of a profile. */
export function EvidenceVoiceAnswer({ reportId, answer, children }: AnswerProps) {
  const { t } = useLingui()
  const questions: Partial<Record<string, string>> = useVoiceQuestions()
  return (
    <section className="grid justify-items-start gap-2" aria-label={t`Voice answer`}>
      <h3>
        <Trans>Voice answer</Trans>
      </h3>
      <p className="text-muted text-caption">{questions[answer.question] ?? answer.question}</p>
      <EvidenceVoice reportId={reportId} voice={answer} />
      {answer.text && (
        <p className="text-start whitespace-pre-line" dir="auto">
          {answer.text}
        </p>
      )}
      {children}
    </section>
  )
}
