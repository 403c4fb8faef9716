import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { settings } from '../../api/member-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Note } from '../../ui/pieces.tsx'
import { Panel } from './panel.tsx'
import { secondFactorQuery } from './queries.ts'
import { useAction } from '../use-action.ts'

export function SecondFactorPanel() {
  const queryClient = useQueryClient()
  const action = useAction()
  const [secret, setSecret] = useState<{ secret: string; address: string }>()
  const [recovery, setRecovery] = useState<string[]>()
  const query = useQuery(secondFactorQuery)
  const { data } = query
  const reload = () => queryClient.invalidateQueries(secondFactorQuery)
  const confirm = async (code: string) => {
    const done = await action.run(async () =>
      setRecovery((await settings.confirmSecondFactor({ body: { code } })).data.recoveryCodes),
    )
    if (!done) return
    setSecret(undefined)
    await reload()
  }
  const enabled = data?.data.enabled === true
  return (
    <Panel
      id="second-factor"
      title={<Trans>Two-step verification</Trans>}
      lead={
        enabled ? (
          <CodesLeft count={data.data.recoveryCodesLeft} />
        ) : (
          <Trans>Enter a code from an app as well as your password, so that your password alone isn’t enough.</Trans>
        )
      }
      error={action.text}
      needs={query}
    >
      {recovery && <RecoveryCodes codes={recovery} />}
      {secret && <Confirm secret={secret} busy={action.busy} onCode={(code) => void confirm(code)} />}
      {data && !enabled && !secret && (
        <Button
          tone="quiet"
          className="justify-self-start"
          busy={action.busy}
          onClick={() => void action.run(async () => setSecret((await settings.startSecondFactor()).data))}
        >
          <Trans>Set up</Trans>
        </Button>
      )}
      {enabled && !data.data.required && (
        <Button
          tone="danger"
          className="justify-self-start"
          busy={action.busy}
          onClick={() => void action.run(() => settings.removeSecondFactor()).then(reload)}
        >
          <Trans>Turn off</Trans>
        </Button>
      )}
    </Panel>
  )
}

function Confirm({
  secret,
  busy,
  onCode,
}: {
  secret: { secret: string; address: string }
  busy: boolean
  onCode: (code: string) => void
}) {
  const { t } = useLingui()
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onCode(code)
  }
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <p>
        <Trans>
          Add this key to your authenticator app, or <a href={secret.address}>open it there</a>. Then enter the code it
          shows.
        </Trans>
      </p>
      <code className="rounded-md bg-sunken px-4 py-3 break-all">{secret.secret}</code>
      <TextField
        label={t`Code`}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      <Button type="submit" className="justify-self-start" busy={busy}>{t`Turn on`}</Button>
    </form>
  )
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <Note tone="positive" live>
      <p>
        <Trans>
          Two-step verification is on. Keep these codes somewhere safe: each one signs you in once if you lose the app.
          We won’t show them again.
        </Trans>
      </p>
      <ul className="mt-3 grid gap-1 font-medium tabular-nums sm:grid-cols-2">
        {codes.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </Note>
  )
}

const CodesLeft = ({ count }: { count: number }) => (
  <Plural
    value={count}
    _0="On, but you have no recovery codes left."
    one="On. # recovery code left."
    other="On. # recovery codes left."
  />
)
