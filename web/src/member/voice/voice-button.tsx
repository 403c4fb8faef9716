import { useLingui } from '@lingui/react/macro'
import { Mic } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'

const VoiceDialog = lazy(() => import('./voice-dialog.tsx'))

type Props = { matchId: string; name: string; replyTo: string | undefined; onSent: () => void }

export function VoiceButton({ matchId, name, replyTo, onSent }: Props) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        label={t`Record a voice note`}
        tone="soft"
        className="min-h-12 w-12 flex-none"
        onClick={() => setOpen(true)}
      >
        <Mic size={20} />
      </IconButton>
      <Suspense>
        {isOpen && (
          <VoiceDialog
            matchId={matchId}
            name={name}
            replyTo={replyTo}
            onClose={close}
            onSent={() => {
              close()
              onSent()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
