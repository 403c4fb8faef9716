import { Trans, useLingui } from '@lingui/react/macro'
import { usePage, useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSearch } from '../../router/place.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Tick } from '../../ui/tick.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { EntryLayout } from '../layout/entry-layout.tsx'
import { ProviderButtons } from '../signin/provider-buttons.tsx'
import { useJoin } from './use-join.ts'

export default function JoinScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const { from } = useSearch<'/join'>()
  usePage(t`Join`, t`Join ${brand} for free. For adults 18 and over.`)
  return (
    <EntryLayout title={t`Join ${brand}`} lead={t`Free to join. 18+. Only your first name is shown.`}>
      <JoinForm />
      <ProviderButtons from={from} />
      <p className="text-center text-ink-2">
        <Trans>
          Already a member? <Link to={paths.signin}>Sign in</Link>
        </Trans>
      </p>
    </EntryLayout>
  )
}

function JoinForm() {
  const { t } = useLingui()
  const { brand } = useSettings()
  const { form, text, tick, submit, busy, failure } = useJoin({
    empty: t`This field is required.`,
    short: t`Please use at least 8 characters.`,
    born: t`Please enter your date of birth.`,
    young: t`You need to be 18 or older to use ${brand}.`,
    terms: t`Please agree to the terms to join.`,
  })
  return (
    <form ref={form} className="grid gap-5" onSubmit={(event) => void submit(event)} noValidate>
      <ErrorNote>{failure}</ErrorNote>
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField label={t`First name`} autoComplete="given-name" {...text('firstName')} />
        <TextField label={t`Last name`} autoComplete="family-name" {...text('lastName')} />
      </div>
      <TextField label={t`Email`} type="email" autoComplete="username" {...text('email')} />
      <PasswordField
        label={t`Password`}
        hint={t`At least 8 characters. A few words are easy to remember and hard to guess.`}
        autoComplete="new-password"
        {...text('password')}
      />
      <TextField
        label={t`Date of birth`}
        type="date"
        hint={t`People see your age, never your date of birth.`}
        autoComplete="bday"
        {...text('dateOfBirth')}
      />
      <Tick label={<Terms />} {...tick('acceptTerms')} />
      <Tick label={<SpecialCategory />} {...tick('acceptSpecialCategory')} />
      <Button type="submit" size="lg" block busy={busy}>
        {busy ? t`Joining` : t`Join`}
      </Button>
    </form>
  )
}

const Terms = () => (
  <Trans>
    I’m 18 or older, and I agree to the <Link to={paths.terms}>terms</Link>, the{' '}
    <Link to={paths.rules}>community rules</Link> and the <Link to={paths.privacy}>privacy policy</Link>.
  </Trans>
)

function SpecialCategory() {
  const { brand } = useSettings()
  return (
    <Trans>
      {brand} may use what I share about who I’d like to meet, my religion and my beliefs to find people for me. I can
      withdraw this at any time.
    </Trans>
  )
}
