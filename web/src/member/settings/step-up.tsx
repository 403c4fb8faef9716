import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { settings } from '../../api/member-client.ts'
import { withRetry } from '../../api/retry.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { useAction } from '../use-action.ts'

/** Proof that it is still them, before what is grave. */
export function StepUp({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const action = useAction()
  const [password, setPassword] = useState('')
  const { data } = useQuery({
    queryKey: ['getSecondFactor'],
    queryFn: () => withRetry(() => settings.getSecondFactor()),
  })
  const byCode = data?.data.enabled === true
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await action.run(() => settings.stepUp({ body: byCode ? { code: password } : { password } }))) onDone()
  }
  return (
    <form className="grid gap-4 rounded-md bg-sunken p-4" onSubmit={(event) => void submit(event)}>
      <p>
        <Trans>Please confirm that it is you, then repeat what you wanted to do.</Trans>
      </p>
      {byCode ? (
        <TextField
          label={t`Code`}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          error={action.text}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      ) : (
        <PasswordField
          label={t`Password`}
          show={t`Show password`}
          hide={t`Hide password`}
          required
          autoComplete="current-password"
          error={action.text}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      <Button type="submit" className="justify-self-start" busy={action.busy}>
        <Trans>Confirm</Trans>
      </Button>
    </form>
  )
}
