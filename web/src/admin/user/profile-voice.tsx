import { plural } from '@lingui/core/macro'
import type { OwnVoiceAnswer } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { UserText } from '../../ui/user-text.tsx'
import { backOffice } from '../../api/staff-client.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { useVoiceQuestions } from '../../words/use-voice-questions.ts'
import { Sound, useSound } from '../sound.tsx'

type Props = { userId: string; voice: OwnVoiceAnswer }

/** The voice answer. Staff can play it even after it was removed, and the audit log records each time. */
export default function ProfileVoice({ userId, voice: { question, durationMs, text, review } }: Props) {
  const { t } = useLingui()
  const questions = useVoiceQuestions()
  const { sound, load } = useSound(`user ${userId}`, t`Give a reason to view this member.`, (input) =>
    backOffice.getUserVoice({ params: { id: userId }, ...input }),
  )
  const seconds = Math.round(durationMs / 1000)
  return (
    <div className="grid justify-items-start gap-1">
      <p className="text-muted text-caption">
        {t`Voice answer`}: {questions[question]}{' '}
        {review !== 'shown' && (
          <Badge tone={review === 'held' ? 'warning' : 'danger'}>
            {review === 'held' ? t`In review` : t`Rejected`}
          </Badge>
        )}
      </p>
      {sound ? (
        <Sound sound={sound} label={t`Voice answer of ${plural(seconds, { one: '# second', other: '# seconds' })}`} />
      ) : (
        <Button tone="quiet" size="sm" busy={load.isPending} onClick={() => load.mutate()}>
          {t`Load voice answer of ${plural(seconds, { one: '# second', other: '# seconds' })}`}
        </Button>
      )}
      <UserText>{text}</UserText>
    </div>
  )
}
