import { useState } from 'react'
import { useBlob } from '../ui/blobs.ts'
import { useWithReason } from './access-reasons.ts'

/** Converts a data URL to a blob, because our content security policy allows audio only from blobs. */
export const soundOf = (dataUrl: string): Blob =>
  new Blob([Uint8Array.from(atob(dataUrl.split(',')[1] ?? ''), (each) => each.charCodeAt(0))], { type: 'audio/ogg' })

type Call = Parameters<typeof useWithReason<{ data: { voice: string } }>>

export function useSound(...[subject, declined, call]: Call) {
  const [sound, setSound] = useState<Blob>()
  const load = useWithReason(subject, declined, call, ({ data }) => setSound(soundOf(data.voice)))
  return { sound, load }
}

/** A player for what a member said. What was said is beside it, where it was written down. */
export function Sound({ sound, label, autoPlay }: { sound: Blob; label: string; autoPlay?: boolean }) {
  // eslint-disable-next-line jsx-a11y/media-has-caption -- what was said is beside it
  return <audio ref={useBlob(sound)} controls autoPlay={autoPlay} aria-label={label} />
}
