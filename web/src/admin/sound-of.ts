import { useEffect, useState } from 'react'
import { useWithReason } from './access-reasons.ts'

/** A recording that came as a data URL. The policy of our pages lets sound come from blobs, not from data URLs. */
export const soundOf = (dataUrl: string): Blob =>
  new Blob([Uint8Array.from(atob(dataUrl.split(',')[1] ?? ''), (each) => each.charCodeAt(0))], { type: 'audio/ogg' })

type Call = Parameters<typeof useWithReason<{ data: { voice: string } }>>

/** A recording that is loaded for a reason, and its address once it is there. */
export function useSound(...[subject, declined, call]: Call) {
  const [address, setAddress] = useState<string>()
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address])
  const load = useWithReason(subject, declined, call, ({ data }) =>
    setAddress(URL.createObjectURL(soundOf(data.voice))),
  )
  return { address, load }
}
