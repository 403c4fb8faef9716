import type { Match } from '@kindred/contract/matching/matches'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { holdPage } from './hold-page.ts'
import { Button } from '../../ui/button.tsx'
import { LazyOverlay } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { Call, type Ending, type View, type Which } from './call.ts'
import { CallControls } from './call-controls.tsx'

function useEndingText(): (ending: Ending | undefined) => string {
  const { t } = useLingui()
  const texts = {
    ended: t`The call has ended.`,
    elsewhere: '',
    missed: t`No answer. They’ll see a missed call in your chat.`,
    failed: t`We couldn’t connect the two of you. Try again on the same network, or later.`,
    'no-microphone': t`We couldn’t use your microphone. Allow it in the site settings, then try again.`,
  }
  return (ending = 'ended') => (typeof ending === 'object' ? ending.text : texts[ending])
}

type Props = Omit<Which, 'matchId'> & {
  match: Match
  /** True if the other person called with video. */
  theirVideo: boolean
  /** Tells that this screen handles the call's events from now on. */
  onShown: () => void
  /** Tells that the call is over, although its ending is still shown. */
  onOver: () => void
  onClose: () => void
  onReport: () => void
}

/** Starts the call only once, although React may mount a screen twice, and hangs up on unmount. */
function useCall({ matchId, callId, withVideo, showsAddress }: Which) {
  const [shown, setShown] = useState<{ call: Call; view: View }>()
  useEffect(() => {
    const call = new Call({ matchId, callId, withVideo, showsAddress }, (view) => setShown({ call, view }))
    return () => call.end('ended')
  }, [matchId, callId, withVideo, showsAddress])
  return { call: shown?.call, view: shown?.view }
}

/** A call that was accepted in another tab closes here without a word. */
function useEnd(view: View | undefined, onOver: () => void, onClose: () => void) {
  const isOver = view?.phase === 'over'
  const isElsewhere = view?.ending === 'elsewhere'
  useEffect(() => {
    if (isElsewhere) onClose()
    else if (isOver) onOver()
  }, [isOver, isElsewhere, onOver, onClose])
}

/** The page that shows the call stays open until the call is over, because the call would end with it. */
function useHeldPage(isOver: boolean) {
  const { t } = useLingui()
  useEffect(() => {
    if (!isOver) return holdPage(() => toast({ text: t`To go back, end the call first.` }))
  }, [isOver, t])
}

/** A full-screen call: audio first, video only if both want it, and a way out at any time. */
export default function CallScreen({ match, theirVideo, onShown, onOver, onClose, onReport, ...which }: Props) {
  const { t } = useLingui()
  const { showsAddress } = which
  const { call, view } = useCall({ matchId: match._id, ...which })
  const isOver = view?.phase === 'over'
  useEffect(onShown, [onShown])
  useEnd(view, onOver, onClose)
  useHeldPage(isOver)
  const name = match.user.firstName
  const close = () => {
    call?.end('ended')
    onClose()
  }
  if (view?.ending === 'elsewhere') return null
  return (
    <LazyOverlay
      open
      // Escape doesn't hang up, because it is also pressed by mistake.
      onClose={() => isOver && onClose()}
      title={t`Call with ${name}`}
      className="inset-0 flex flex-col bg-[oklch(0.16_0.01_60)] text-[oklch(0.98_0_0)]"
    >
      {call && view && (
        <>
          <Faces call={call} view={view} match={match} theirVideo={theirVideo} />
          {view.phase === 'over' ? (
            <p className="flex justify-center p-6">
              <Button data-first onClick={onClose}>{t`Close`}</Button>
            </p>
          ) : (
            <CallControls {...{ call, view, match, showsAddress, onReport }} onClose={close} />
          )}
        </>
      )}
    </LazyOverlay>
  )
}

/** While the other person's video is shown, only necessary information covers a part of it. */
const statusClass = ({ phase, theirCamera, isWeak, lacksCamera }: View): string =>
  !theirCamera
    ? ''
    : isWeak || lacksCamera || phase === 'reconnecting'
      ? 'absolute inset-x-4 top-4 z-1 mx-auto w-fit rounded-md bg-[oklch(0.16_0.01_60/0.85)] px-4 py-2'
      : 'sr-only'

type FacesProps = Pick<Props, 'match' | 'theirVideo'> & { call: Call; view: View }

function Faces({ call, view, match: { user }, theirVideo }: FacesProps) {
  const { t } = useLingui()
  const status = useStatus(view, theirVideo)
  return (
    <div className="relative grid min-h-0 flex-1 place-items-center p-4">
      <div className="grid justify-items-center gap-3 text-center">
        {!view.theirCamera && <Avatar name={user.firstName} src={user.profilePicture} size={120} />}
        <h2 dir="auto" className={view.theirCamera ? 'sr-only' : ''}>
          {user.firstName}
        </h2>
        <p role="status" className={statusClass(view)}>
          {status}
        </p>
      </div>
      {call.connection && <Theirs stream={call.connection.theirs} isShown={view.theirCamera} name={user.firstName} />}
      {call.camera && view.camera !== 'off' && (
        <Picture
          stream={call.camera.stream}
          label={view.camera === 'blurred' ? t`Your blurred video` : t`Your video`}
          // Mirrored, as people expect of their own picture.
          className="absolute inset-e-4 bottom-4 w-32 -scale-x-100 rounded-lg object-cover"
        />
      )}
    </div>
  )
}

/** The audio plays from the start, and the video appears once there is a picture. */
function Theirs({ stream, isShown, name }: { stream: MediaStream; isShown: boolean; name: string }) {
  const { t } = useLingui()
  return (
    <Picture
      stream={stream}
      label={t`${name}’s video`}
      hasSound
      className={isShown ? 'absolute inset-0 size-full object-contain' : 'sr-only'}
    />
  )
}

type PictureProps = { stream: MediaStream; label: string; className: string; hasSound?: boolean }

function Picture({ stream, label, className, hasSound = false }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) video.current.srcObject = stream
  }, [stream])
  // eslint-disable-next-line jsx-a11y/media-has-caption -- what two people say now has no text
  return <video ref={video} aria-label={label} className={className} muted={!hasSound} autoPlay playsInline />
}

function useStatus({ phase, ending, isWeak, lacksCamera }: View, theirVideo: boolean): string {
  const { t } = useLingui()
  const endingText = useEndingText()
  if (phase === 'over') return endingText(ending)
  if (phase === 'offered') return theirVideo ? t`wants to start a video call` : t`is calling you`
  if (phase === 'asking') return t`Calling…`
  if (phase === 'connecting') return t`Connecting…`
  if (phase === 'reconnecting') return t`Reconnecting…`
  if (lacksCamera) return t`We couldn’t open your camera. Allow it in the site settings, then try again.`
  return isWeak ? t`Your connection is weak, so we turned off your camera. You can still talk.` : t`Connected`
}
