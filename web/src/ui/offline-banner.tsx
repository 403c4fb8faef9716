import { Trans } from '@lingui/react/macro'
import { WifiOff } from 'lucide-react'
import { useOnline } from './use-online.ts'

export const bannerHeight = (online: boolean) => ({ '--banner': online ? '0px' : '2.25rem' })

/** Shows that the browser is offline. It is always rendered, so that screen readers announce the change. */
export function OfflineBanner({ className = 'top-0' }: { className?: string }) {
  const online = useOnline()
  return (
    <div role="status" className={`sticky z-4 ${className}`}>
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-sunken px-4 py-2 text-small text-ink-2">
          <WifiOff className="icon size-4.5" />
          <Trans>You’re offline. We’ll reconnect automatically.</Trans>
        </p>
      )}
    </div>
  )
}
