import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useIsOn } from '../../api/house.ts'
import { settings } from '../../api/member-client.ts'
import { paths } from '../../paths.ts'
import { clearSession, useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ErrorNote, Note } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Panel } from './panel.tsx'
import { identitiesQuery } from './queries.ts'
import { useRestore } from '../use-restore.ts'
import { useAction } from '../use-action.ts'

export function LeavePanel() {
  const { t } = useLingui()
  const formats = useFormats()
  const action = useAction()
  const state = useSession((session) => session.user?.state)
  const [open, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  // The server tells restricted members nothing about their ways to sign in.
  const isActive = useSession(({ user }) => user?.isActive === true)
  const query = useQuery({ ...identitiesQuery, enabled: isActive })
  const hasPassword = query.data?.data.hasPassword ?? true
  if (state === 'deleting') return <Restore />

  const leave = () =>
    action.run(async () => {
      const { data } = await settings.deleteAccount({ body: hasPassword ? { password } : {} })
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
        {hasPassword ? (
          <PasswordField
            label={t`Password`}
            autoComplete="current-password"
            error={action.text}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        ) : (
          <ErrorNote>{action.text}</ErrorNote>
        )}
      </Dialog>
    </Panel>
  )
}

const useMayHavePremium = () => {
  const isVIP = useSession(({ user }) => user?.isVIP === true)
  return useIsOn('premium') || isVIP
}

const Consequences = () => {
  const { t } = useLingui()
  const mayHavePremium = useMayHavePremium()
  return (
    <ul className="grid list-disc gap-1 ps-5">
      <li>{t`From now on, no one can see you.`}</li>
      <li>{t`You’ll be signed out everywhere.`}</li>
      {mayHavePremium && <li>{t`If you have Premium, it won’t renew, and you won’t be charged again.`}</li>}
      <li>{t`After 30 days, everything is erased for good.`}</li>
    </ul>
  )
}

function Restore() {
  const { t } = useLingui()
  const mayHavePremium = useMayHavePremium()
  const { day, restore, busy, text } = useRestore()
  return (
    <Panel id="delete" title={t`Your account will be deleted`} error={text}>
      <Note tone="warning">
        {mayHavePremium ? (
          <Trans>No one can see you. On {day}, everything is erased. If you have Premium, it won’t renew.</Trans>
        ) : (
          <Trans>No one can see you. On {day}, everything is erased.</Trans>
        )}
      </Note>
      <Button className="justify-self-start" busy={busy} onClick={() => void restore()}>{t`Keep my account`}</Button>
    </Panel>
  )
}
