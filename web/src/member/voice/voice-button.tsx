import { useLingui } from '@lingui/react/macro'
import { Mic } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'

const load = () => import('./voice-dialog.tsx')
const VoiceDialog = lazy(load)

const HOLD = 300

type Props = {
  matchId: string
  name: string
  replyTo: string | undefined
  /** True for a press that was meant for another button. */
  ignores: () => boolean
  onSent: () => void
}

/** Records while it is held. A tap or a key starts a recording that a button stops. */
export function VoiceButton({ matchId, name, replyTo, ignores, onSent }: Props) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    // The pointer may be anywhere by the time it is lifted.
    const letGo = () => {
      clearTimeout(timer.current)
      setHeld(false)
    }
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, letGo)
    return () => {
      for (const end of ['pointerup', 'pointercancel']) removeEventListener(end, letGo)
      clearTimeout(timer.current)
    }
  }, [])
  const hold = () => {
    void load()
    timer.current = setTimeout(() => {
      setHeld(true)
      setOpen(true)
    }, HOLD)
  }
  return (
    <>
      <IconButton
        label={t`Record a voice note`}
        tone="soft"
        className="min-h-12 w-12 flex-none touch-none select-none [-webkit-touch-callout:none]"
        onPointerDown={({ button }) => button === 0 && !ignores() && hold()}
        onContextMenu={(event) => event.preventDefault()}
        onClick={() => !ignores() && setOpen(true)}
      >
        <Mic size={20} />
      </IconButton>
      <Suspense>
        {isOpen && (
          <VoiceDialog
            matchId={matchId}
            name={name}
            replyTo={replyTo}
            isHeld={isHeld}
            onClose={() => setOpen(false)}
            onSent={() => {
              setOpen(false)
              onSent()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
