import { useLingui } from '@lingui/react/macro'
import { useRef, useState, type FormEvent } from 'react'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { clearError, logout } from '../../session/actions.ts'
import { correctEmail, resendVerification, verifyEmail } from '../../session/verification.ts'
import { getSession, useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBoxes } from '../../ui/code-boxes.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote, Note } from '../../ui/pieces.tsx'
import { JOIN_STEPS } from '../../ui/step-count.ts'
import { Step } from '../../ui/step-frame.tsx'
import { StepLayout } from '../layout/step-layout.tsx'

export function ByCode({ onProved }: { onProved: () => void }) {
  const user = useSession((session) => session.user)
  const [isCorrecting, setIsCorrecting] = useState(false)
  const back = isCorrecting ? () => setIsCorrecting(false) : undefined
  return (
    <StepLayout back={back} step={JOIN_STEPS}>
      {isCorrecting ? (
        <Correction before={user?.email ?? ''} onDone={() => setIsCorrecting(false)} />
      ) : (
        <CodeForm email={user?.email} onProved={onProved} onCorrect={() => setIsCorrecting(true)} />
      )}
    </StepLayout>
  )
}

function useCode(onProved: () => void) {
  const status = useSession((session) => session.status)
  const [code, setCode] = useState('')
  const change = (digits: string) => {
    clearError()
    setCode(digits)
  }
  const confirm = async (digits: string) => {
    if (digits === '' || getSession().status === 'loading') return
    const proved = await verifyEmail({ code: digits })
    if (proved === 'sign-in') void navigate({ to: paths.signin, replace: true })
    else if (proved) onProved()
  }
  return { status, code, change, confirm }
}

type CodeProps = { email: string | null | undefined; onProved: () => void; onCorrect: () => void }

function CodeForm({ email, onProved, onCorrect }: CodeProps) {
  const { t } = useLingui()
  const error = useSession((session) => session.error)
  const { status, code, change, confirm } = useCode(onProved)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void confirm(code)
  }
  return (
    <Step
      isTyped
      title={t`Confirm your email`}
      lead={
        email ? t`We sent a 6-digit code to ${email}. It expires in 10 minutes.` : t`We emailed you a 6-digit code.`
      }
      onSubmit={submit}
      foot={
        <>
          <Button type="submit" size="lg" block busy={status === 'loading'}>{t`Confirm`}</Button>
          <NewCode onCorrect={email ? onCorrect : undefined} />
        </>
      }
    >
      <CodeBoxes label={t`Code`} value={code} onChange={change} onComplete={(digits) => void confirm(digits)} />
      <ErrorNote>{error}</ErrorNote>
      {status === 'resend_succeeded' && (
        <Note tone="positive" live>{t`We’ve sent a new code. The old one no longer works.`}</Note>
      )}
    </Step>
  )
}

/** Signed-in users get the code at their address. Others have to enter their address. */
function NewCode({ onCorrect }: { onCorrect: (() => void) | undefined }) {
  const { t } = useLingui()
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const busy = useSession((session) => session.status) === 'resend_loading'
  const [email, setEmail] = useState('')
  return (
    <>
      {!isAuthenticated && (
        <TextField
          label={t`Email`}
          type="email"
          hint={t`We’ll send a new code to this address.`}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          tone={isAuthenticated ? 'ghost' : 'quiet'}
          busy={busy}
          disabled={!isAuthenticated && email.trim() === ''}
          onClick={() => void resendVerification(isAuthenticated ? undefined : email)}
        >
          {t`Send a new code`}
        </Button>
        {onCorrect && <Button tone="ghost" onClick={onCorrect}>{t`Correct the address`}</Button>}
        {isAuthenticated && <Button tone="ghost" onClick={() => logout()}>{t`Sign out`}</Button>}
      </div>
    </>
  )
}

/** A mistyped address never gets a code, so it can be corrected until one is confirmed. */
function Correction({ before, onDone }: { before: string; onDone: () => void }) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState(before)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = error instanceof CallFailed ? error.problems.find(({ path }) => path === 'email')?.msg : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (email.trim() === before) return onDone()
    setBusy(true)
    setError(undefined)
    await correctEmail(email).then(onDone, setError)
    setBusy(false)
    form.current?.querySelector('input')?.focus()
  }
  return (
    <Step
      ref={form}
      isTyped
      title={t`What’s your email?`}
      lead={t`We’ll send a new code to this address.`}
      onSubmit={(event) => void submit(event)}
      foot={<Button type="submit" size="lg" block busy={busy}>{t`Send a new code`}</Button>}
    >
      <ErrorNote>{error !== undefined && !problem && errorText(error)}</ErrorNote>
      <TextField
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="send"
        required
        value={email}
        error={problem}
        onChange={({ target }) => {
          setError(undefined)
          setEmail(target.value)
        }}
      />
    </Step>
  )
}
