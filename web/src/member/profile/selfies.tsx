import { type PhotoCheck, SELFIE_SECONDS } from '@kindred/contract/profiles/photo-checks'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { members } from '../../api/member-client.ts'
import { uploadPicture } from '../../api/upload.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { clockOf } from '../voice/clock.ts'

type Check = Awaited<ReturnType<typeof members.sendPhotoCheck>>

type State =
  | { kind: 'opening' | 'sending' | 'over' }
  | { kind: 'posing'; poses: readonly [string, string]; until: number; taken: readonly Blob[] }
  | { kind: 'refused'; text: string }

const openCamera = () =>
  navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'user', width: { ideal: 960 }, height: { ideal: 1280 } },
  })
const closeCamera = (stream: MediaStream | undefined) => stream?.getTracks().forEach((track) => track.stop())

function photoOf(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight })
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The camera gave no photo.'))), 'image/jpeg', 0.9),
  )
}

type Props = { hands: boolean; onSent: (answer: Check) => void; onCancel: () => void }

/** Two selfies, taken here rather than chosen, and soon after the poses are known, so that they are of this moment. */
export default function Selfies({ hands, onSent, onCancel }: Props) {
  const { t } = useLingui()
  const [turn, setTurn] = useState(0)
  const [state, setState] = useState<State>({ kind: 'opening' })
  const video = useRef<HTMLVideoElement>(null)
  const refuse = (error: unknown) => {
    const isCamera = error instanceof DOMException
    const denied = t`Your browser doesn’t let us use the camera. Allow it for this site, then try again.`
    const missing = t`We couldn’t find a camera. Open this page on a device that has one.`
    const text = !isCamera ? errorText(error) : error.name === 'NotAllowedError' ? denied : missing
    setState({ kind: 'refused', text })
  }
  const pose = useEffectEvent(({ pose: first, secondPose }: PhotoCheck) => {
    const until = Date.now() + SELFIE_SECONDS * 1000
    setState({ kind: 'posing', poses: [first, secondPose], until, taken: [] })
  })
  const refuseNow = useEffectEvent(refuse)
  useEffect(() => {
    let isGone = false
    let open: MediaStream | undefined
    const begin = async () => {
      // The time begins with the poses, so the camera is opened first.
      open = await openCamera()
      if (isGone) return closeCamera(open)
      if (video.current) video.current.srcObject = open
      const { check } = (await members.askForPhotoCheck({ body: { hands } })).data
      if (check && !isGone) pose(check)
    }
    begin().catch((error: unknown) => {
      if (!isGone) refuseNow(error)
    })
    return () => {
      isGone = true
      closeCamera(open)
    }
  }, [turn, hands])
  const tryAgain = () => {
    setState({ kind: 'opening' })
    setTurn(turn + 1)
  }
  const take = async (posing: State & { kind: 'posing' }) => {
    if (!video.current) return
    try {
      const taken = [...posing.taken, await photoOf(video.current)]
      const [first, second] = taken
      if (!first || !second) return setState({ ...posing, taken })
      setState({ kind: 'sending' })
      const [one, other] = await Promise.all(
        [first, second].map((photo) => uploadPicture(photo, 'selfie.jpg', () => {})),
      )
      onSent(await members.sendPhotoCheck({ body: { publicId: one!.publicId, secondId: other!.publicId } }))
    } catch (error) {
      refuse(error)
    }
  }
  const isOn = state.kind === 'posing' || state.kind === 'opening'
  return (
    <div className="grid justify-items-start gap-3">
      {state.kind === 'posing' && (
        <p aria-live="polite">
          <span className="block text-small text-muted">{t`Selfie ${state.taken.length + 1} of 2`}</span>
          <b>{state.poses[state.taken.length === 0 ? 0 : 1]}</b>
        </p>
      )}
      {isOn && (
        <video
          ref={video}
          className="aspect-[3/4] w-full max-w-72 -scale-x-100 rounded-lg bg-sunken object-cover"
          aria-label={t`Your camera`}
          autoPlay
          muted
          playsInline
        />
      )}
      {state.kind === 'opening' && <Spinner label={t`Opening the camera…`} />}
      {state.kind === 'sending' && <Spinner label={t`Sending your selfies…`} />}
      {state.kind === 'over' && (
        <p>
          <Trans>The two minutes are over. You’ll get new poses.</Trans>
        </p>
      )}
      <ErrorNote>{state.kind === 'refused' && state.text}</ErrorNote>
      <div className="flex flex-wrap items-center gap-3">
        {state.kind === 'posing' && (
          <>
            <Button onClick={() => void take(state)}>{t`Take selfie`}</Button>
            <TimeLeft until={state.until} onOver={() => setState({ kind: 'over' })} />
          </>
        )}
        {(state.kind === 'over' || state.kind === 'refused') && <Button onClick={tryAgain}>{t`Try again`}</Button>}
        {state.kind !== 'sending' && <Button tone="quiet" onClick={onCancel}>{t`Cancel`}</Button>}
      </div>
    </div>
  )
}

function TimeLeft({ until, onOver }: { until: number; onOver: () => void }) {
  const { t } = useLingui()
  const [left, setLeft] = useState(SELFIE_SECONDS)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    const clock = setInterval(() => {
      const seconds = Math.ceil((until - Date.now()) / 1000)
      if (seconds <= 0) over()
      else setLeft(seconds)
    }, 250)
    return () => clearInterval(clock)
  }, [until])
  const time = clockOf(left)
  return <span className="text-small text-muted tabular-nums">{t`${time} left`}</span>
}
