import { useLingui } from '@lingui/react/macro'
import { Phone, Video } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { startCall } from './start-call.ts'

export function CallButton({ matchId }: { matchId: string }) {
  const { t } = useLingui()
  return (
    <Menu
      trigger={
        <IconButton label={t`Call`} tone="ghost">
          <Phone size={20} />
        </IconButton>
      }
      items={[
        { label: t`Voice call`, icon: <Phone size={18} />, onSelect: () => startCall({ matchId }) },
        { label: t`Video call`, icon: <Video size={18} />, onSelect: () => startCall({ matchId, withVideo: true }) },
      ]}
    />
  )
}
