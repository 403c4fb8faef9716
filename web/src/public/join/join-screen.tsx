import { Trans, useLingui } from '@lingui/react/macro'
import { usePage, useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { BirthdayField } from '../../ui/day-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { Step } from '../../ui/step-frame.tsx'
import { Tick } from '../../ui/tick.tsx'
import { StepLayout } from '../layout/step-layout.tsx'
import { ProviderButtons } from '../signin/provider-buttons.tsx'
import { useJoin } from './use-join.ts'

export default function JoinScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Join`, t`Join ${brand} for free. For adults 18 and over.`)
  const state = useJoin({
    empty: t`This field is required.`,
    short: t`Please use at least 8 characters.`,
    born: t`Please enter your date of birth.`,
    young: t`You need to be 18 or older to use ${brand}.`,
    email: t`Please enter an email address.`,
    terms: t`Please agree to the terms to join.`,
  })
  const Question = questions[state.question]
  return (
    <StepLayout back={state.back} step={state.at + 1}>
      <Question key={state.question} state={state} />
    </StepLayout>
  )
}

type Props = { state: ReturnType<typeof useJoin> }

const Next = () => (
  <Button type="submit" size="lg" block>
    <Trans>Next</Trans>
  </Button>
)

const SignInInstead = () => (
  <p className="text-center text-ink-2">
    <Trans>
      Already a member? <Link to={paths.signin}>Sign in</Link>
    </Trans>
  </p>
)

function NameQuestion({ state: { form, text, submit, from } }: Props) {
  const { t } = useLingui()
  return (
    <Step
      ref={form}
      isTyped
      title={t`What’s your name?`}
      lead={t`Free to join. 18+. Only your first name is shown.`}
      onSubmit={submit}
      foot={
        <>
          <Next />
          <SignInInstead />
        </>
      }
    >
      <ProviderButtons from={from} />
      <TextField label={t`First name`} autoComplete="given-name" enterKeyHint="next" {...text('firstName')} />
      <TextField label={t`Last name`} autoComplete="family-name" enterKeyHint="next" {...text('lastName')} />
    </Step>
  )
}

function BirthdayQuestion({ state: { form, field, submit } }: Props) {
  const { t } = useLingui()
  return (
    <Step
      ref={form}
      isTyped
      title={t`When’s your birthday?`}
      lead={t`People see your age, never your date of birth.`}
      onSubmit={submit}
      foot={<Next />}
    >
      <BirthdayField label={t`Date of birth`} {...field('dateOfBirth')} />
    </Step>
  )
}

function EmailQuestion({ state: { form, text, submit } }: Props) {
  const { t } = useLingui()
  const { onChange, ...input } = text('email')
  return (
    <Step
      ref={form}
      isTyped
      title={t`What’s your email?`}
      lead={t`We’ll send a code to it. No one else sees it.`}
      onSubmit={submit}
      foot={
        <>
          <Next />
          <SignInInstead />
        </>
      }
    >
      <TextField
        label={t`Email`}
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="next"
        onChange={onChange}
        {...input}
      />
    </Step>
  )
}

function JoinButton({ busy }: { busy: boolean }) {
  const { t } = useLingui()
  return (
    <Button type="submit" size="lg" block busy={busy}>
      {busy ? t`Joining` : t`Join`}
    </Button>
  )
}

function PasswordQuestion({ state: { form, text, terms, submit, usePasskey, busy, failure, field } }: Props) {
  const { t } = useLingui()
  return (
    <Step
      ref={form}
      isTyped
      title={t`Choose a password`}
      lead={t`A few words are easy to remember and hard to guess.`}
      onSubmit={submit}
      foot={<JoinButton busy={busy} />}
    >
      {usePasskey && (
        <Button tone="quiet" size="lg" block disabled={busy} onClick={usePasskey}>{t`Use a passkey instead`}</Button>
      )}
      <ErrorNote>{failure}</ErrorNote>
      {/* Password managers save the password for this address. */}
      <input type="email" autoComplete="username" value={field('email').value} readOnly hidden />
      <PasswordField
        label={t`Password`}
        hint={t`At least 8 characters.`}
        autoComplete="new-password"
        enterKeyHint="go"
        {...text('password')}
      />
      <Tick label={<Terms />} {...terms} />
    </Step>
  )
}

function PasskeyQuestion({ state: { form, terms, submit, back, busy, failure } }: Props) {
  const { t } = useLingui()
  return (
    <Step
      ref={form}
      title={t`Join with a passkey`}
      lead={t`You’ll sign in with your fingerprint, face or screen lock. You create the passkey once your email is confirmed.`}
      onSubmit={submit}
      foot={
        <>
          <JoinButton busy={busy} />
          <Button tone="ghost" size="lg" block disabled={busy} onClick={back}>{t`Use a password instead`}</Button>
        </>
      }
    >
      <ErrorNote>{failure}</ErrorNote>
      <Tick label={<Terms />} {...terms} />
    </Step>
  )
}

const questions = {
  name: NameQuestion,
  birthday: BirthdayQuestion,
  email: EmailQuestion,
  password: PasswordQuestion,
  passkey: PasskeyQuestion,
}

const Terms = () => (
  <Trans>
    I’m 18 or older, and I agree to the <Link to={paths.terms}>terms</Link>, the{' '}
    <Link to={paths.rules}>community rules</Link> and the <Link to={paths.privacy}>privacy policy</Link>.
  </Trans>
)
