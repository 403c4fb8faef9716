import type { Recovery, RecoveryCredential } from '@kindred/contract/identity/recovery'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { addresses } from '../../api/verification-client.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/pieces.tsx'
import { Tick } from '../../ui/tick.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { EntryLayout } from '../layout/entry-layout.tsx'
import { NewPassword } from './new-password.tsx'

type Props = { opened: Recovery; onDone: () => void }

function useChoice({ opened, onDone }: Props) {
  const [keep, setKeep] = useState<readonly string[]>([])
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const toggle = (id: string) => setKeep(keep.includes(id) ? keep.filter((each) => each !== id) : [...keep, id])
  // If there was no password before, any other way to sign in is enough.
  const canSignIn = opened.credentials.some(
    ({ _id, kind, suspended }) => kind !== 'second-factor' && (!suspended || keep.includes(_id)),
  )
  const needsPassword = opened.hasPassword || !canSignIn
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setError(undefined)
    const chosen = needsPassword ? { password } : {}
    await addresses
      .finishRecovery({ body: { recoveryToken: opened.recoveryToken, keep: [...keep], ...chosen } })
      .then(onDone, setError)
    setBusy(false)
  }
  const weak = error instanceof CallFailed && error.is('weak_password')
  return {
    keep,
    toggle,
    password,
    setPassword,
    needsPassword,
    busy,
    submit,
    refused: weak || error === undefined ? undefined : errorText(error),
    weak: weak ? errorText(error) : undefined,
  }
}

export function KeepOrRemove(props: Props) {
  const { t } = useLingui()
  const { email, credentials } = props.opened
  const { keep, toggle, password, setPassword, needsPassword, busy, submit, refused, weak } = useChoice(props)
  const [suspended, older] = [
    credentials.filter((each) => each.suspended),
    credentials.filter((each) => !each.suspended),
  ]
  return (
    <EntryLayout
      title={t`Take back your account`}
      lead={t`We’ve signed everyone out, and your email is ${email}. The old password no longer works.`}
    >
      <form className="grid gap-6" onSubmit={(event) => void submit(event)}>
        {refused !== undefined && (
          <Note tone="danger" live>
            <p>{refused}</p>
            <Link to={paths.forgotPassword}>{t`Get a new link`}</Link>
          </Note>
        )}
        {suspended.length > 0 && (
          <fieldset className="grid gap-3">
            <legend className="mb-1 font-medium">{t`Which of these did you add?`}</legend>
            <p className="text-small text-muted">
              <Trans>
                They’re from the last 30 days and don’t work for now. We’ll remove those that you don’t select.
              </Trans>
            </p>
            {suspended.map((each) => (
              <Tick
                key={each._id}
                label={<Credential {...each} />}
                checked={keep.includes(each._id)}
                onChange={() => toggle(each._id)}
              />
            ))}
          </fieldset>
        )}
        {older.length > 0 && <Older credentials={older} />}
        {needsPassword && <NewPassword value={password} onChange={setPassword} error={weak} />}
        <Button type="submit" size="lg" block busy={busy}>{t`Secure my account`}</Button>
      </form>
    </EntryLayout>
  )
}

const Older = ({ credentials }: { credentials: RecoveryCredential[] }) => (
  <section className="grid gap-2">
    <h2 className="text-body font-medium">
      <Trans>Still working</Trans>
    </h2>
    <p className="text-small text-muted">
      <Trans>These are older than 30 days. You can remove them in your settings after you sign in.</Trans>
    </p>
    <ul className="grid gap-2">
      {credentials.map((each) => (
        <li key={each._id}>
          <Credential {...each} />
        </li>
      ))}
    </ul>
  </section>
)

function Credential({ kind, name, createdAt }: RecoveryCredential) {
  const { t } = useLingui()
  const { dayAndTime } = useFormats()
  const title = kind === 'second-factor' ? t`Two-step verification` : kind === 'passkey' ? t`Passkey “${name}”` : name
  const at = dayAndTime(createdAt)
  return (
    <span className="grid">
      <span className="break-words">{title}</span>
      <span className="text-small text-muted">{t`Added ${at}`}</span>
    </span>
  )
}
