import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { settings } from '../../api/member-client.ts'
import { paths } from '../../paths.ts'
import { clearSession, useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
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
      title={t`Delete account`}
      lead={t`You’ll be hidden right away and erased after 30 days. Until then, you can sign in and change your mind.`}
    >
      <Button tone="danger" className="justify-self-start" onClick={() => setOpen(true)}>{t`Delete my account`}</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t`Delete your account?`}
        cancel={t`Keep account`}
        go={t`Delete account`}
        tone="danger-solid"
        busy={action.busy}
        onGo={() => void leave()}
      >
        <Consequences />
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          error={action.text}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Dialog>
    </Panel>
  )
}

const Consequences = () => {
  const { t } = useLingui()
  return (
    <ul className="grid list-disc gap-1 ps-5">
      <li>{t`From now on, no one can see you.`}</li>
      <li>{t`You’ll be signed out everywhere.`}</li>
      <li>{t`If you have Premium, it won’t renew, and you won’t be charged again.`}</li>
      <li>{t`After 30 days, everything is erased for good.`}</li>
    </ul>
  )
}

function Restore() {
  const { t } = useLingui()
  const { restore, busy, text } = useRestore()
  return (
    <Panel id="delete" title={t`Your account will be deleted`} error={text}>
      <Note tone="warning">
        <Trans>No one can see you. After 30 days, everything is erased. If you have Premium, it won’t renew.</Trans>
      </Note>
      <Button className="justify-self-start" busy={busy} onClick={() => void restore()}>{t`Keep my account`}</Button>
    </Panel>
  )
}
