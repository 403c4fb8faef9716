import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { settings } from '../../api/member-client.ts'
import { paths } from '../../paths.ts'
import { clearSession, useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogEnd } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Note } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Panel } from './panel.tsx'
import { useRestore } from '../use-restore.ts'
import { useAction } from '../use-action.ts'

export function LeavePanel() {
  const { t } = useLingui()
  const formats = useFormats()
  const action = useAction()
  const state = useSession((session) => session.user?.state)
  const [open, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  if (state === 'deleting') return <Restore />

  const leave = () =>
    action.run(async () => {
      const { data } = await settings.deleteAccount({ body: { password } })
      const day = formats.longDay(data.deletionDueAt)
      toast({ text: t`Your account is hidden, and will be erased on ${day}.` })
      clearSession({ goTo: paths.welcome })
    })
  return (
    <Panel
      id="delete"
      title={<Trans>Delete account</Trans>}
      lead={
        <Trans>
          You’ll be hidden right away and erased after 30 days. Until then, you can sign in and change your mind.
        </Trans>
      }
    >
      <Button tone="danger" className="justify-self-start" onClick={() => setOpen(true)}>
        <Trans>Delete my account</Trans>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t`Delete your account?`}
        close={t`Close`}
        footer={
          <DialogEnd
            cancel={t`Keep account`}
            onCancel={() => setOpen(false)}
            go={t`Delete account`}
            tone="danger-solid"
            busy={action.busy}
            onGo={() => void leave()}
          />
        }
      >
        <Consequences />
        <PasswordField
          label={t`Password`}
          show={t`Show password`}
          hide={t`Hide password`}
          autoComplete="current-password"
          error={action.text}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Dialog>
    </Panel>
  )
}

const Consequences = () => (
  <ul className="grid list-disc gap-1 ps-5">
    <li>
      <Trans>From now on, no one can see you.</Trans>
    </li>
    <li>
      <Trans>You’ll be signed out everywhere.</Trans>
    </li>
    <li>
      <Trans>If you have Premium, it won’t renew, and you won’t be charged again.</Trans>
    </li>
    <li>
      <Trans>After 30 days, everything is erased for good.</Trans>
    </li>
  </ul>
)

function Restore() {
  const { restore, busy, text } = useRestore()
  return (
    <Panel id="delete" title={<Trans>Your account will be deleted</Trans>} error={text}>
      <Note tone="warning">
        <Trans>No one can see you. After 30 days, everything is erased. If you have Premium, it won’t renew.</Trans>
      </Note>
      <Button className="justify-self-start" busy={busy} onClick={() => void restore()}>
        <Trans>Keep my account</Trans>
      </Button>
    </Panel>
  )
}
