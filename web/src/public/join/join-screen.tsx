import { rulesByDomain } from '@kindred/contract/identity/admission'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMinimumAge } from '../../api/house.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { useDomains } from '../../api/use-domains.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { BirthdayField } from '../../ui/day-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ErrorNote, Note } from '../../ui/pieces.tsx'
import { Step } from '../../ui/step-frame.tsx'
import { Tick } from '../../ui/tick.tsx'
import { StepLayout } from '../layout/step-layout.tsx'
import { ProviderButtons } from '../signin/provider-buttons.tsx'
import { useJoin } from './use-join.ts'

export default function JoinScreen() {
  const { brand } = useSettings()
  const age = useMinimumAge()
  const { t } = useLingui()
  usePage(t`Join`, t`Join ${brand} for free. For adults ${age} and over.`)
  const state = useJoin({
    empty: t`This field is required.`,
    letters: t`Please use letters, spaces, hyphens and apostrophes only.`,
    short: t`Please use at least 8 characters.`,
    born: t`Please enter your date of birth.`,
    young: t`You need to be ${age} or older to use ${brand}.`,
    email: t`Please enter an email address.`,
    terms: t`Please agree to the terms to join.`,
  })
  const Question = questions[state.question]
  return (
    <StepLayout back={state.back} step={Math.max(1, state.at + 1)}>
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

/** Who may join, in a sentence. */
function useDoor(): string | undefined {
  const { t } = useLingui()
  const { brand, admission } = useSettings()
  const domains = useDomains(admission?.domains)
  if (admission?.join === 'invitation') return t`You need an invitation to join ${brand}.`
  if (admission?.join === 'either') return t`You need an invitation, or an email address at ${domains}.`
  if (admission?.join === 'both') return t`You need an invitation and an email address at ${domains}.`
  if (admission?.join === 'domain') return t`You need an email address at ${domains} to join.`
  return undefined
}

function InvitationQuestion({ state: { form, text, submit, isChecking, failure, admission } }: Props) {
  const { t } = useLingui()
  const { required: _, ...input } = text('invitation')
  const isOptional = admission?.join !== 'invitation' && admission?.join !== 'both'
  return (
    <Step
      ref={form}
      isTyped
      title={t`Do you have an invitation?`}
      lead={useDoor()}
      onSubmit={submit}
      foot={
        <>
          <Button type="submit" size="lg" block busy={isChecking}>
            <Trans>Next</Trans>
          </Button>
          <SignInInstead />
        </>
      }
    >
      <ErrorNote>{failure}</ErrorNote>
      <TextField
        label={t`Invitation code`}
        {...(isOptional ? { optional: t`(optional)` } : { required: true })}
        placeholder="K7QF-9XTM-3H2P"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        {...input}
      />
    </Step>
  )
}

function NameQuestion({ state: { form, field, text, submit, from, admission } }: Props) {
  const { t } = useLingui()
  const age = useMinimumAge()
  const door = useDoor()
  const invitation = field('isInvited').value && field('invitation').value
  return (
    <Step
      ref={form}
      isTyped
      title={t`What’s your name?`}
      lead={t`Free to join. ${age}+. Only your first name is shown.`}
      onSubmit={submit}
      foot={
        <>
          <Next />
          <SignInInstead />
        </>
      }
    >
      {invitation ? (
        <Note tone="positive">{t`You’re invited.`}</Note>
      ) : (
        admission?.join === 'domain' && <Note>{door}</Note>
      )}
      {!invitation && admission?.application && (
        <Note>{t`People apply here: you answer a few questions, and the team decides.`}</Note>
      )}
      {!invitation && admission?.waitingList && !admission.application && (
        <Note>{t`Regions open one after another. Until yours does, you’ll see how many people it needs.`}</Note>
      )}
      <ProviderButtons from={from} {...(admission && invitation ? { invitation } : {})} />
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

function EmailQuestion({ state: { form, text, submit, admission } }: Props) {
  const { t } = useLingui()
  const domains = useDomains(admission?.domains)
  const needsDomain = admission !== undefined && rulesByDomain.includes(admission.join)
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
        hint={needsDomain && t`At ${domains}.`}
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
  invitation: InvitationQuestion,
  name: NameQuestion,
  birthday: BirthdayQuestion,
  email: EmailQuestion,
  password: PasswordQuestion,
  passkey: PasskeyQuestion,
}

function Terms() {
  const age = useMinimumAge()
  return (
    <Trans>
      I’m {age} or older, and I agree to the <Link to={paths.terms}>terms</Link>, the{' '}
      <Link to={paths.rules}>community rules</Link> and the <Link to={paths.privacy}>privacy policy</Link>.
    </Trans>
  )
}
