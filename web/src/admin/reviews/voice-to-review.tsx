import type { WaitingVoice } from '@kindred/contract/moderation/reviews'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { UserText } from '../../ui/user-text.tsx'
import { errorText } from '../../api/error-text.ts'
import { withRetry } from '../../api/retry.ts'
import { backOffice } from '../../api/staff-client.ts'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { useVoiceQuestions } from '../../words/use-voice-questions.ts'
import { audioBlob } from '../audio.ts'

type Props = { waiting: WaitingVoice; isShown: boolean }

/** A voice answer with its transcript. The audio loads once staff open it. */
export default function VoiceToReview({ waiting: { _id, question, text }, isShown }: Props) {
  const questions = useVoiceQuestions()
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-muted text-caption">{questions[question]}</p>
      {isShown && <Sound id={_id} />}
      <UserText>{text}</UserText>
    </div>
  )
}

function Sound({ id }: { id: string }) {
  const { t } = useLingui()
  const { data: address, error } = useQuery({
    queryKey: ['getWaitingVoice', id],
    queryFn: async () => {
      const { data } = await withRetry(() => backOffice.getWaitingVoice({ params: { id } }))
      return URL.createObjectURL(audioBlob(data.voice))
    },
    staleTime: Infinity,
    // The audio's URL is revoked when the player unmounts, so it must not stay in the cache.
    gcTime: 0,
  })
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  if (error) return <ErrorNote>{errorText(error)}</ErrorNote>
  if (!address) return <Spinner label={t`Loading voice answer…`} />
  // eslint-disable-next-line jsx-a11y/media-has-caption -- what was said is below, where it was written down
  return <audio controls autoPlay src={address} aria-label={t`Voice answer to review`} />
}
