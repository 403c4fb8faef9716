import { lazy, Suspense } from 'react'
import { usePasskeysWork } from '../../api/settings.ts'
import type { PasskeyWayProps } from './passkey-button.tsx'

const PasskeyButton = lazy(() => import('./passkey-button.tsx'))

/** Signing in with a passkey: not there where passkeys don't work, and loaded only where they do. */
export const PasskeyWay = (props: PasskeyWayProps) =>
  usePasskeysWork() && (
    <Suspense>
      <PasskeyButton {...props} />
    </Suspense>
  )
