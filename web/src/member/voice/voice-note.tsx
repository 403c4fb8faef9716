import type { Message } from '@kindred/contract/chat/conversations'
import { useLingui } from '@lingui/react/macro'
import { readVoiceNote } from '../../api/voice-notes.ts'
import { Player } from './player.tsx'

type Props = { message: Message; voice: NonNullable<Message['voice']>; name: string }

/** A voice note in a conversation. */
export function VoiceNote({ message, voice, name }: Props) {
  const { t } = useLingui()
  const seconds = voice.durationMs / 1000
  return (
    <Player
      label={t`Voice note from ${name}`}
      peaks={voice.peaks}
      seconds={seconds}
      load={() => readVoiceNote(message.matchId, message._id)}
    />
  )
}
