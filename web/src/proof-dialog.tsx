import { secondFactors } from '@kindred/contract/identity/second-factor'
import { callsOf } from '@kindred/contract/calls'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { readQuery } from './api/queries.ts'
import { errorText } from './api/error-text.ts'
import { isObject } from './api/failure.ts'
import { send } from './api/send.ts'
import { identities } from './api/providers-client.ts'
import { addresses } from './api/verification-client.ts'
import { usePasskeysWork } from './api/settings.ts'
import { CurrentPassword } from './public/signin/current-password.tsx'
import { UsePasskey } from './public/signin/passkey-button.tsx'
import { confirmWithPasskey, waysToConfirm } from './session/passkeys.ts'
import { rememberRedirect } from './session/redirect.ts'
import { useSession } from './session/store.ts'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'
import { TextField } from './ui/field.tsx'
import { ErrorNote, Note } from './ui/pieces.tsx'

const proofs = callsOf(secondFactors, send)

/**
 * The available methods. The server accepts a password only from users without a second factor, which for staff
 * includes a passkey. For changes to sign-in methods, it accepts a password only if there is nothing else.
 */
function useWays(needsFactor: boolean) {
  const isHere = usePasskeysWork()
  const isStaff = useSession(({ user }) => Boolean(user?.staffRole))
  const factor = useQuery(readQuery(['getSecondFactor'], proofs.getSecondFactor))
  const question = useQuery({ ...readQuery(['startStepUpByPasskey'], waysToConfirm), enabled: isHere, gcTime: 0 })
  const linked = useQuery(readQuery(['listIdentities'], identities.listIdentities))
  const [code, passkey] = [factor.data?.data.enabled === true, Boolean(question.data?.data.passkey)]
  const providers = needsFactor && !code ? (linked.data?.data.identities ?? []).map(({ provider }) => provider) : []
  const hasPassword = linked.data?.data.hasPassword !== false
  const password = hasPassword && !code && !needsFactor && !(isStaff && passkey)
  return { code, passkey, providers, password, nothing: !hasPassword && !code && !passkey && providers.length === 0 }
}

/** Confirms the user's identity before a serious action: by passkey, second factor, or else password. */
type Props = { refusal: unknown; onEnd: (confirmed: boolean) => void }

export default function ProofDialog({ refusal, onEnd }: Props) {
  // Some requests accept no password if there is a stronger method.
  const needsFactor = isObject(refusal) && refusal['factor'] === true
  const { t } = useLingui()
  const [answer, setAnswer] = useState('')
  const ways = useWays(needsFactor)
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
    <Dialog onClose={() => onEnd(false)} title={t`Confirm it’s you`}>
      <p className="text-ink-2">
        {needsFactor
          ? t`Your password alone doesn’t change how you sign in. We won’t ask again for 15 minutes.`
          : t`This step needs a recent sign-in. We won’t ask again for 15 minutes.`}
      </p>
      {ways.providers.map((provider) => (
        <ByProvider key={provider} provider={provider} />
      ))}
      {ways.nothing && <ByMail />}
      {ways.passkey && <ByPasskey onDone={() => onEnd(true)} />}
      {(ways.code || ways.password) && (
        <form className="grid gap-4" onSubmit={submit}>
          {ways.code ? (
            <TextField label={t`Code`} inputMode="numeric" autoComplete="one-time-code" {...field} />
          ) : (
            <CurrentPassword {...field} />
          )}
          <Button type="submit" className="justify-self-end" busy={prove.isPending}>{t`Confirm`}</Button>
        </form>
      )}
    </Dialog>
  )
}

/** For those who have no password yet: with the emailed link, they choose one and sign in. */
function ByMail() {
  const { t } = useLingui()
  const email = useSession(({ user }) => user?.email) ?? ''
  const ask = useMutation({ mutationFn: () => addresses.forgotPassword({ body: { email } }) })
  return (
    <>
      <p>{t`Your account has no password yet. We’ll email you a link to choose one.`}</p>
      {ask.isSuccess ? (
        <Note tone="positive" live>{t`We’ve sent a link to ${email}. It expires in 15 minutes.`}</Note>
      ) : (
        <Button className="justify-self-end" busy={ask.isPending} onClick={() => ask.mutate()}>{t`Send link`}</Button>
      )}
      <ErrorNote>{ask.isError && errorText(ask.error)}</ErrorNote>
    </>
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

const names = { google: 'Google', facebook: 'Facebook' } as const

function ByProvider({ provider }: { provider: keyof typeof names }) {
  const go = useMutation({
    mutationFn: async () => {
      const { data } = await identities.startProvider({ params: { provider } })
      rememberRedirect({ state: data.state, linking: false, confirming: true })
      location.assign(data.address)
    },
  })
  return (
    <>
      <Button tone="quiet" block busy={go.isPending} onClick={() => go.mutate()}>
        <Trans>Confirm with {names[provider]}</Trans>
      </Button>
      <ErrorNote>{go.isError && errorText(go.error)}</ErrorNote>
    </>
  )
}
