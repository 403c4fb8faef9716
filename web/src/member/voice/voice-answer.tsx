import type { VoiceAnswer as Answer } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { readVoiceAnswer } from '../../api/voice-answers.ts'
import { Player } from './player.tsx'
import { SpokenText } from './spoken-text.tsx'
import { useVoiceQuestions } from '../../words/use-voice-questions.ts'

type Props = { userId: string; name: string; answer: Answer }

export default function VoiceAnswer({ userId, name, answer: { question, peaks, durationMs, text } }: Props) {
  const { t } = useLingui()
  const questions = useVoiceQuestions()
  return (
    <>
      <h3 className="text-muted text-small! font-medium!">{questions[question]}</h3>
      <Player
        label={t`Voice answer from ${name}`}
        peaks={peaks}
        seconds={durationMs / 1000}
        load={() => readVoiceAnswer(userId)}
        // Aligns the icon with the first letter of the question.
        width="-ms-2.5 w-96"
      />
      {text && (
        <div className="text-start">
          <SpokenText>
            <p className="whitespace-pre-line" dir="auto">
              {text}
            </p>
          </SpokenText>
        </div>
      )}
    </>
  )
}
