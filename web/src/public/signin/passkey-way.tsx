import { lazy, Suspense } from 'react'
import { usePasskeysWork } from '../../api/settings.ts'
import type { SignInResult } from '../../session/actions.ts'

const PasskeyButton = lazy(() => import('./passkey-button.tsx'))

export type PasskeyWayProps = {
  onResult: (result: SignInResult) => void
  size?: 'md' | 'lg'
  /** Of a sign-in that stopped half-way: the passkey takes the place of the code. */
  challenge?: string | undefined
  /** There is no code that could be typed instead. */
  onNoCode?: () => void
}

/** Signing in with a passkey: not there where passkeys don't work, and loaded only where they do. */
export const PasskeyWay = (props: PasskeyWayProps) =>
  usePasskeysWork() && (
    <Suspense>
      <PasskeyButton {...props} />
    </Suspense>
  )
