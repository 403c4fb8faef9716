import { useLingui } from '@lingui/react/macro'
import { Phone } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { startCall } from './start-call.ts'

export function CallButton({ matchId }: { matchId: string }) {
  const { t } = useLingui()
  return (
    <IconButton label={t`Call`} tone="ghost" onClick={() => startCall({ matchId })}>
      <Phone size={20} />
    </IconButton>
  )
}
