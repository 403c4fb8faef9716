import type { FrozenVoice, FrozenVoiceAnswer } from '@kindred/contract/moderation/evidence'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { UserText } from '../../ui/user-text.tsx'
import { backOffice } from '../../api/staff-client.ts'
import { Button } from '../../ui/button.tsx'
import { useVoiceQuestions } from '../../words/use-voice-questions.ts'
import { Sound, useSound } from '../sound.tsx'

type Props = { reportId: string; voice: FrozenVoice }

/** The preserved copy of a voice note. The audit log records each time staff play it. */
export function EvidenceVoice({ reportId, voice: { fileId, durationMs, sha256 } }: Props) {
  const { t } = useLingui()
  const { sound, load } = useSound(`evidence ${reportId}`, t`Give a reason to see the evidence.`, (input) =>
    backOffice.getEvidenceVoice({ params: { id: reportId, fileId }, ...input }),
  )
  const seconds = Math.round(durationMs / 1000)
  if (sha256 === null) return <p className="text-caption">{t`Voice note (copy failed)`}</p>
  const label = t`Voice note of ${plural(seconds, { one: '# second', other: '# seconds' })}`
  if (sound) return <Sound sound={sound} label={label} />
  return (
    <Button tone="quiet" size="sm" className="justify-self-start" busy={load.isPending} onClick={() => load.mutate()}>
      {t`Load voice note of ${plural(seconds, { one: '# second', other: '# seconds' })}`}
    </Button>
  )
}

type AnswerProps = { reportId: string; answer: FrozenVoiceAnswer; children?: ReactNode }

export function EvidenceVoiceAnswer({ reportId, answer, children }: AnswerProps) {
  const { t } = useLingui()
  const questions: Partial<Record<string, string>> = useVoiceQuestions()
  return (
    <section className="grid justify-items-start gap-2" aria-label={t`Voice answer`}>
      <h3>{t`Voice answer`}</h3>
      <p className="text-muted text-caption">{questions[answer.question] ?? answer.question}</p>
      <EvidenceVoice reportId={reportId} voice={answer} />
      <UserText>{answer.text}</UserText>
      {children}
    </section>
  )
}
