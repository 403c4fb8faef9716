import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'

type Props = { facing: 'user' | 'environment'; onPhoto: (photo: Blob) => void; onCancel: () => void }

const close = (stream: MediaStream | undefined) => stream?.getTracks().forEach((track) => track.stop())

function photoOf(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight })
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The camera gave no photo.'))), 'image/jpeg', 0.9),
  )
}

/** Takes one photo in the page, so that it doesn't land among the photos of the device. */
export default function Camera({ facing, onPhoto, onCancel }: Props) {
  const { t } = useLingui()
  const [state, setState] = useState<'opening' | 'open' | 'denied' | 'missing'>('opening')
  const video = useRef<HTMLVideoElement>(null)
  const refuse = useEffectEvent((error: unknown) =>
    setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'missing'),
  )
  useEffect(() => {
    let isGone = false
    let stream: MediaStream | undefined
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: facing, width: { ideal: 1600 }, height: { ideal: 1200 } },
      })
      if (isGone) return close(stream)
      if (video.current) video.current.srcObject = stream
      setState('open')
    }
    begin().catch((error: unknown) => {
      if (!isGone) refuse(error)
    })
    return () => {
      isGone = true
      close(stream)
    }
  }, [facing])
  const isOn = state === 'opening' || state === 'open'
  return (
    <div className="grid justify-items-start gap-3">
      {isOn && (
        <video
          ref={video}
          className={`aspect-[4/3] w-full max-w-md rounded-lg bg-sunken object-cover ${facing === 'user' ? '-scale-x-100' : ''}`}
          aria-label={t`Your camera`}
          autoPlay
          muted
          playsInline
        />
      )}
      {state === 'opening' && <Spinner label={t`Opening the camera…`} />}
      <ErrorNote>
        {state === 'denied' && t`Your browser doesn’t let us use the camera. Allow it for this site, then try again.`}
        {state === 'missing' && t`We couldn’t find a camera. Open this page on a device that has one.`}
      </ErrorNote>
      <div className="flex flex-wrap gap-3">
        {state === 'open' && (
          <Button onClick={() => video.current && void photoOf(video.current).then(onPhoto)}>{t`Take photo`}</Button>
        )}
        <Button tone="quiet" onClick={onCancel}>{t`Cancel`}</Button>
      </div>
    </div>
  )
}
