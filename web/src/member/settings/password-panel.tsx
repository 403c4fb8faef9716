import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { settings } from '../../api/member-client.ts'
import { reload } from '../../api/queries.ts'
import { useSession } from '../../session/store.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast.tsx'
import { Panel } from './panel.tsx'
import { identitiesQuery } from './queries.ts'
import { useAction } from '../use-action.ts'

type ChangeProps = { label: string; isOpen: boolean; onOpen: () => void; children: ReactNode }

/** The form is hidden until its button is pressed. Its first field then takes the focus. */
function Change({ label, isOpen, onOpen, children }: ChangeProps) {
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current === isOpen) return
    wasOpen.current = isOpen
    if (isOpen) box.current?.querySelector('input')?.focus()
    else opener.current?.focus()
  }, [isOpen])
  return isOpen ? (
    <div ref={box}>{children}</div>
  ) : (
    <button
      ref={opener}
      type="button"
      className={buttonClass('quiet', 'md', 'justify-self-start')}
      aria-label={label}
      onClick={onOpen}
    >
      <Trans>Change</Trans>
    </button>
  )
}

export function PasswordPanel() {
  const { t } = useLingui()
  const action = useAction()
  const [isOpen, setOpen] = useState(false)
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const queryClient = useQueryClient()
  const query = useQuery(identitiesQuery)
  const hasPassword = query.data?.data.hasPassword ?? true
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { ...(hasPassword ? { currentPassword: current } : {}), password: next }
    if (!(await action.run(() => settings.changePassword({ body })))) return
    // An account that had no password has one now.
    void reload(queryClient, 'listIdentities')
    setCurrent('')
    setNext('')
    setOpen(false)
    toast({ text: t`Your password has been changed. Other devices are signed out.` })
  }
  const own = action.problems['currentPassword'] ?? undefined
  return (
    <Panel
      id="password"
      title={t`Password`}
      error={action.problems['password'] || own ? undefined : action.text}
      needs={query}
    >
      <Change label={t`Change password`} isOpen={isOpen} onOpen={() => setOpen(true)}>
        <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
          {hasPassword && (
            <PasswordField
              label={t`Current password`}
              required
              autoComplete="current-password"
              value={current}
              onChange={({ target }) => setCurrent(target.value)}
              error={own}
            />
          )}
          <PasswordField
            label={t`New password`}
            required
            autoComplete="new-password"
            hint={t`At least 8 characters.`}
            value={next}
            onChange={({ target }) => setNext(target.value)}
            error={action.problems['password']}
          />
          <Button type="submit" tone="quiet" className="justify-self-start" busy={action.busy}>
            <Trans>Change password</Trans>
          </Button>
        </form>
      </Change>
    </Panel>
  )
}

export function EmailPanel() {
  const { t } = useLingui()
  const action = useAction()
  const user = useSession((session) => session.user)
  const query = useQuery(identitiesQuery)
  const hasPassword = query.data?.data.hasPassword ?? true
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { email, ...(hasPassword ? { password } : {}) }
    if (!(await action.run(() => settings.changeEmail({ body })))) return
    setEmail('')
    setPassword('')
    setOpen(false)
    toast({ text: t`We sent a link to the new address. Open it to confirm the change.` })
  }
  return (
    <Panel
      id="email"
      title={t`Email`}
      lead={user?.email}
      error={Object.keys(action.problems).length > 0 ? undefined : action.text}
      needs={query}
    >
      <Change label={t`Change address`} isOpen={isOpen} onOpen={() => setOpen(true)}>
        <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
          <TextField
            label={t`New address`}
            type="email"
            required
            autoComplete="email"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            error={action.problems['email']}
          />
          {hasPassword && (
            <PasswordField
              label={t`Password`}
              required
              autoComplete="current-password"
              value={password}
              onChange={({ target }) => setPassword(target.value)}
              error={action.problems['password']}
            />
          )}
          <Button type="submit" tone="quiet" className="justify-self-start" busy={action.busy}>
            <Trans>Change address</Trans>
          </Button>
        </form>
      </Change>
    </Panel>
  )
}
