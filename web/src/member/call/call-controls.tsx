import type { Match } from '@kindred/contract/matching/matches'
import { Trans, useLingui } from '@lingui/react/macro'
import { Ban, Flag, Mic, MicOff, Phone, PhoneOff, Video, VideoOff } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { useBlock } from '../reports/use-block.ts'
import type { Call, View } from './call.ts'
import { hasSeenAddressWarning, rememberAddressWarning } from './address-warning.ts'

type Props = {
  call: Call
  view: View
  match: Match
  showsAddress: boolean
  onClose: () => void
  onReport: () => void
}

export function CallControls({ call, view, match, showsAddress, onClose, onReport }: Props) {
  const { _id: matchId, user } = match
  const isOffered = view.phase === 'offered'
  const name = user.firstName
  const [knows] = useState(() => !showsAddress || hasSeenAddressWarning(matchId))
  const accept = () => {
    // If relays hide the addresses, there was no warning to read.
    if (showsAddress) rememberAddressWarning(matchId)
    void call.accept()
  }
  return (
    <div className="grid gap-3 p-4">
      {isOffered && !knows && (
        <p className="mx-auto max-w-md text-center">
          <Trans>
            Calls only connect while you’re both on the same network. If you accept, your network address may be visible
            to {name}. It can show roughly where you are.
          </Trans>
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-2">
        {isOffered && (
          <Button data-first onClick={accept}>
            <Phone className="icon" size={20} />
            <Trans>Accept</Trans>
          </Button>
        )}
        {(view.phase === 'talking' || view.phase === 'reconnecting') && <Sending call={call} view={view} />}
        <Button tone="danger-solid" onClick={onClose}>
          <PhoneOff className="icon" size={20} />
          {isOffered ? <Trans>Decline</Trans> : <Trans>Hang up</Trans>}
        </Button>
      </div>
      <Safety call={call} user={user} onClose={onClose} onReport={onReport} />
    </div>
  )
}

/** Microphone and camera. The camera starts blurred, and only its owner can unblur it. */
function Sending({ call, view: { isMuted, camera } }: { call: Call; view: View }) {
  const isOn = camera !== 'off'
  return (
    <>
      <Button tone="soft" aria-pressed={isMuted} onClick={() => call.mute(!isMuted)}>
        {isMuted ? <MicOff size={20} /> : <Mic size={20} />}
        {isMuted ? <Trans context="microphone">Unmute</Trans> : <Trans context="microphone">Mute</Trans>}
      </Button>
      <Button tone="soft" onClick={() => void call.setCamera(isOn ? 'off' : 'blurred')}>
        {isOn ? <VideoOff size={20} /> : <Video size={20} />}
        {isOn ? <Trans>Turn off camera</Trans> : <Trans>Turn on camera (blurred)</Trans>}
      </Button>
      {isOn && (
        <Button tone="soft" onClick={() => void call.setCamera(camera === 'blurred' ? 'clear' : 'blurred')}>
          {camera === 'blurred' ? <Trans>Show my face</Trans> : <Trans>Blur my video</Trans>}
        </Button>
      )}
    </>
  )
}

/** Reporting or blocking ends the call. Blocking asks for confirmation. */
type SafetyProps = Pick<Props, 'call' | 'onClose' | 'onReport'> & { user: Match['user'] }

function Safety({ call, user, onClose, onReport }: SafetyProps) {
  const { t } = useLingui()
  const block = useBlock()
  const [isConfirming, setConfirming] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const name = user.firstName
  const endAndBlock = async () => {
    setBusy(true)
    try {
      call.end('ended')
      await block({ id: user._id, name })
      onClose()
      void navigate({ to: paths.discover })
    } catch (error) {
      setBusy(false)
      toast({ text: errorText(error), bad: true })
    }
  }
  if (isConfirming)
    return (
      <div className="flex flex-wrap items-center justify-center gap-2" role="group" aria-label={t`Block ${name}?`}>
        <span className="text-center">{t`You’ll no longer see each other. We won’t tell them.`}</span>
        <Button tone="soft" size="sm" onClick={() => setConfirming(false)}>{t`Cancel`}</Button>
        <Button tone="danger-solid" size="sm" busy={isBusy} onClick={() => void endAndBlock()}>
          {t`Block ${name}`}
        </Button>
      </div>
    )
  return (
    <div className="flex justify-center gap-2">
      <Button tone="soft" size="sm" onClick={onReport}>
        <Flag size={16} />
        {t`Report`}
      </Button>
      <Button tone="soft" size="sm" onClick={() => setConfirming(true)}>
        <Ban size={16} />
        {t`Block`}
      </Button>
    </div>
  )
}
