import type { WaitingVoice } from '@kindred/contract/moderation/reviews'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { UserText } from '../../ui/user-text.tsx'
import { errorText } from '../../api/error-text.ts'
import { withRetry } from '../../api/retry.ts'
import { backOffice } from '../../api/staff-client.ts'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { useVoiceQuestions } from '../../words/use-voice-questions.ts'
import { Sound, soundOf } from '../sound.tsx'

type Props = { waiting: WaitingVoice; isShown: boolean }

/** A voice answer with its transcript. The audio loads once staff open it. */
export default function VoiceToReview({ waiting: { _id, question, text }, isShown }: Props) {
  const questions = useVoiceQuestions()
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-muted text-caption">{questions[question]}</p>
      {isShown && <Answer id={_id} />}
      <UserText>{text}</UserText>
    </div>
  )
}

function Answer({ id }: { id: string }) {
  const { t } = useLingui()
  const { data: sound, error } = useQuery({
    queryKey: ['getWaitingVoice', id],
    queryFn: async () => {
      const { data } = await withRetry(() => backOffice.getWaitingVoice({ params: { id } }))
      return soundOf(data.voice)
    },
    staleTime: Infinity,
    gcTime: 0,
  })
  if (error) return <ErrorNote>{errorText(error)}</ErrorNote>
  if (!sound) return <Spinner label={t`Loading voice answer…`} />
  return <Sound sound={sound} label={t`Voice answer to review`} autoPlay />
}
