import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { SignInResult } from '../../session/actions.ts'
import { finishWithPasskey, signInWithPasskey, waysToFinish } from '../../session/passkeys.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'

export type PasskeyButtonProps = {
  onResult: (result: SignInResult) => void
  size?: 'md' | 'lg'
  /** The challenge of an unfinished sign-in in which the passkey replaces the code. */
  challenge?: string | undefined
  /** Called if the account doesn't have a code as an alternative. */
  onNoCode?: () => void
}

export default function PasskeyButton({ challenge, ...props }: PasskeyButtonProps) {
  return challenge === undefined ? <SignInButton {...props} /> : <SecondStepButton challenge={challenge} {...props} />
}

const useBusy = () => useSession(({ status }) => status === 'loading')

type ActionProps = { size?: 'md' | 'lg'; busy?: boolean; disabled?: boolean; onClick: () => void }

export const UsePasskey = (props: ActionProps) => (
  <Button tone="quiet" block {...props}>
    <Trans>Use a passkey</Trans>
  </Button>
)

const SignInButton = ({ onResult, size = 'md' }: PasskeyButtonProps) => (
  <Button tone="quiet" block size={size} disabled={useBusy()} onClick={() => void signInWithPasskey().then(onResult)}>
    <Trans>Sign in with a passkey</Trans>
  </Button>
)

function SecondStepButton({ challenge, onResult, onNoCode, size = 'md' }: PasskeyButtonProps & { challenge: string }) {
  const isBusy = useBusy()
  const { data } = useQuery({
    queryKey: ['startSecondFactorByPasskey', challenge],
    queryFn: () => waysToFinish(challenge),
    staleTime: Infinity,
  })
  const hasNoCode = data?.data.code === false
  useEffect(() => {
    if (hasNoCode) onNoCode?.()
  }, [hasNoCode, onNoCode])
  if (!data?.data.passkey) return null
  return <UsePasskey size={size} disabled={isBusy} onClick={() => void finishWithPasskey(challenge).then(onResult)} />
}
