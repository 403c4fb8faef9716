import type { Message } from '@kindred/contract/chat/conversations'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { readVoiceNote } from '../../api/voice-notes.ts'
import { Player } from './player.tsx'
import { SpokenText } from './spoken-text.tsx'

type Props = { message: Message; voice: NonNullable<Message['voice']>; name: string; children: ReactNode }

export function VoiceNote({ message, voice, name, children }: Props) {
  const { t } = useLingui()
  const seconds = voice.durationMs / 1000
  return (
    <>
      <Player
        label={t`Voice note from ${name}`}
        peaks={voice.peaks}
        seconds={seconds}
        load={() => readVoiceNote(message.matchId, message._id)}
      />
      {children && <SpokenText>{children}</SpokenText>}
    </>
  )
}
