import { useEffect, useState } from 'react'
import { useWithReason } from './access-reasons.ts'

/** Converts a data URL to a blob, because our content security policy allows audio only from blobs. */
export const audioBlob = (dataUrl: string): Blob =>
  new Blob([Uint8Array.from(atob(dataUrl.split(',')[1] ?? ''), (each) => each.charCodeAt(0))], { type: 'audio/ogg' })

type Call = Parameters<typeof useWithReason<{ data: { voice: string } }>>

export function useAudio(...[subject, declined, call]: Call) {
  const [address, setAddress] = useState<string>()
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  const load = useWithReason(subject, declined, call, ({ data }) =>
    setAddress(URL.createObjectURL(audioBlob(data.voice))),
  )
  return { address, load }
}
