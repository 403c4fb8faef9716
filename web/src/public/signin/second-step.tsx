import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { finishWithCode, type SignInResult } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Note } from '../../ui/pieces.tsx'
import { PasskeyWay } from './passkey-way.tsx'

/** The code or a passkey, for people with a second factor, however they came here. */
export function SecondStep({ challenge, onResult }: { challenge: string; onResult: (result: SignInResult) => void }) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const [hasCode, setHasCode] = useState(true)
  const status = useSession((session) => session.status)
  const error = useSession((session) => session.error)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') onResult(await finishWithCode(challenge, code))
  }
  return (
    <form className="grid gap-5" onSubmit={(event) => void submit(event)}>
      {error && (
        <Note tone="danger" live>
          {error}
        </Note>
      )}
      {hasCode && (
        <>
          <TextField
            label={t`Code`}
            hint={t`Six digits from your authenticator app, or a recovery code.`}
            autoComplete="one-time-code"
            required
            autoFocus
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
          <Button type="submit" size="lg" block busy={status === 'loading'}>
            <Trans>Sign in</Trans>
          </Button>
        </>
      )}
      <PasskeyWay challenge={challenge} size="lg" onResult={onResult} onNoCode={() => setHasCode(false)} />
    </form>
  )
}
