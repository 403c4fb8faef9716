import { Trans } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { settings } from '../../api/member-client.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/pieces.tsx'
import { NewPassword } from '../recover/new-password.tsx'
import { EntryLayout } from '../layout/entry-layout.tsx'

/** For the owner of an address that was verified on a different device than it signed up on: its setup is discarded. */
export function ChoosePassword({ onChosen }: { onChosen: () => void }) {
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '' || busy) return
    setBusy(true)
    setError(undefined)
    await settings.changePassword({ body: { password } }).then(onChosen, setError)
    setBusy(false)
  }
  const weak = error instanceof CallFailed && error.is('weak_password')
  return (
    <EntryLayout
      title={<Trans>Your email is confirmed</Trans>}
      lead={
        <Trans>
          You opened the link on a different device or browser than the one you joined with. To make sure the account is
          yours alone, we removed its password and signed out every other device. Choose a new password to continue.
        </Trans>
      }
    >
      <form className="grid gap-5" onSubmit={(event) => void submit(event)}>
        {error !== undefined && !weak && (
          <Note tone="danger" live>
            {errorText(error)}
          </Note>
        )}
        <NewPassword value={password} onChange={setPassword} error={weak ? errorText(error) : undefined} />
        <Button type="submit" size="lg" block busy={busy}>
          <Trans>Save password</Trans>
        </Button>
      </form>
    </EntryLayout>
  )
}
