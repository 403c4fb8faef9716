import { secondFactors } from '@kindred/contract/identity/second-factor'
import { callsOf } from '@kindred/contract/calls'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorText } from './api/error-text.ts'
import { withRetry } from './api/retry.ts'
import { send } from './api/send.ts'
import { usePasskeysWork } from './api/settings.ts'
import { CurrentPassword } from './public/signin/current-password.tsx'
import { UsePasskey } from './public/signin/passkey-button.tsx'
import { confirmWithPasskey, waysToConfirm } from './session/passkeys.ts'
import { useSession } from './session/store.ts'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'
import { TextField } from './ui/field.tsx'
import { ErrorNote } from './ui/pieces.tsx'

const proofs = callsOf(secondFactors, send)

/** The ways to confirm: the server takes a password only without a second factor, and a passkey is one for staff. */
function useWays() {
  const isHere = usePasskeysWork()
  const isStaff = useSession(({ user }) => Boolean(user?.staffRole))
  const factor = useQuery({
    queryKey: ['getSecondFactor'],
    queryFn: () => withRetry(() => proofs.getSecondFactor()),
  })
  const question = useQuery({
    queryKey: ['startStepUpByPasskey'],
    queryFn: () => withRetry(waysToConfirm),
    enabled: isHere,
    gcTime: 0,
  })
  const [code, passkey] = [factor.data?.data.enabled === true, Boolean(question.data?.data.passkey)]
  return { code, passkey, password: !code && !(isStaff && passkey) }
}

/** Confirms the user's identity before a serious action: by passkey, by second factor, or by password without one. */
export default function ProofDialog({ onEnd }: { onEnd: (confirmed: boolean) => void }) {
  const { t } = useLingui()
  const [answer, setAnswer] = useState('')
  const ways = useWays()
  const prove = useMutation({
    mutationFn: () => proofs.stepUp({ body: ways.code ? { code: answer } : { password: answer } }),
    onSuccess: () => onEnd(true),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    prove.mutate()
  }
  const field = {
    required: true,
    value: answer,
    ...(prove.isError ? { error: errorText(prove.error) } : {}),
    onChange: ({ target }: { target: { value: string } }) => setAnswer(target.value),
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onEnd(false)} title={t`Confirm it’s you`} close={t`Close`}>
      <p className="text-ink-2">
        <Trans>This step needs a recent sign-in. We won’t ask again for 15 minutes.</Trans>
      </p>
      {ways.passkey && <ByPasskey onDone={() => onEnd(true)} />}
      {(ways.code || ways.password) && (
        <form className="grid gap-4" onSubmit={submit}>
          {ways.code ? (
            <TextField label={t`Code`} inputMode="numeric" autoComplete="one-time-code" {...field} />
          ) : (
            <CurrentPassword
              hint={t`Signed up with Google or Facebook? Set a password under “Forgot your password?” first.`}
              {...field}
            />
          )}
          <Button type="submit" className="justify-self-end" busy={prove.isPending}>
            <Trans>Confirm</Trans>
          </Button>
        </form>
      )}
    </Dialog>
  )
}

function ByPasskey({ onDone }: { onDone: () => void }) {
  const prove = useMutation({ mutationFn: confirmWithPasskey, onSuccess: onDone })
  return (
    <>
      <UsePasskey busy={prove.isPending} onClick={() => prove.mutate()} />
      <ErrorNote>{prove.isError && errorText(prove.error)}</ErrorNote>
    </>
  )
}
