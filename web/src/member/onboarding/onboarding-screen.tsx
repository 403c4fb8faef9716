import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { usePage, useSettings } from '../../api/settings.ts'
import { homeOf } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Logo, logoClass } from '../../ui/logo.tsx'
import { Note } from '../../ui/pieces.tsx'
import { AboutStep, Next, type StepProps } from './about-steps.tsx'
import { IntentionStep, InterestsStep, PhotosStep, WordsStep } from './optional-steps.tsx'
import { RangeStep } from './range-step.tsx'
import { before, type Step, steps } from './steps.ts'
import { useOnboarding } from './use-onboarding.ts'
import { refreshProfile } from '../../session/actions.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { moveFrom, type Place, PlaceField } from '../profile/place-field.tsx'
import { useChecked } from './use-checked.ts'
import { ConsentTick, useNeedsConsent } from './consent-tick.tsx'
import { GenderTicks } from './gender-fields.tsx'

function LookingForStep({ user, problems: refused, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const { value, change } = useFormDraft('onboarding.looking-for', { wanted: user.interestedIn })
  const { wanted } = value
  const [agreed, setAgreed] = useState(false)
  const needsConsent = useNeedsConsent()
  const found = {
    interestedIn: wanted.length === 0 && t`Choose at least one.`,
    acceptSpecialCategory: needsConsent && !agreed && t`We need this to find people for you.`,
  }
  const { form, problems } = useChecked(found, refused, () =>
    onSave({ interestedIn: wanted, ...(agreed ? { acceptSpecialCategory: true } : {}) }),
  )
  return (
    <form className="grid gap-6" {...form}>
      <fieldset className="grid gap-3">
        <legend className="mb-1 font-medium">{t`I’d like to meet`}</legend>
        <GenderTicks chosen={wanted} problem={problems['interestedIn']} onChange={(next) => change({ wanted: next })} />
      </fieldset>
      {needsConsent && <ConsentTick agreed={agreed} problem={problems['acceptSpecialCategory']} onChange={setAgreed} />}
      <Next busy={busy} />
    </form>
  )
}

function PlaceStep({ user, problems: refused, busy, onSave }: StepProps) {
  const { t } = useLingui()
  const { value, change } = useFormDraft<{ city: string | null }>('onboarding.place', { city: null })
  const [place, setPlace] = useState<Place | null>(user.location)
  const found = { location: !place?.city && t`Choose your city from the list, or use your location.` }
  const { form, problems } = useChecked(found, refused, () => onSave(moveFrom(user.location, place)))
  return (
    <form className="grid gap-5" {...form}>
      <PlaceField
        key={`${user.location.city} ${user.location.country}`}
        place={user.location}
        typed={value.city}
        onTyped={(city) => change({ city })}
        error={problems['location'] ?? problems['location.city']}
        onChange={setPlace}
        onHere={() => {
          change({ city: null })
          void refreshProfile()
        }}
      />
      <Next busy={busy} />
    </form>
  )
}

const forms = {
  about: AboutStep,
  'looking-for': LookingForStep,
  range: RangeStep,
  place: PlaceStep,
  photos: PhotosStep,
  intention: IntentionStep,
  interests: InterestsStep,
  words: WordsStep,
}

export default function OnboardingScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const home = useSession(homeOf)
  const { user, step, go, save, missing, busy, problems, text } = useOnboarding()
  usePage(t`Your profile`)
  if (!user) return null
  const Form = forms[step]
  const earlier = before(step)
  return (
    <div data-area="member" className="mx-auto grid min-h-dvh w-full max-w-xl content-start gap-6 px-5 pb-16">
      <header className="flex h-16 items-center">
        <Link className={logoClass} to={home}>
          <Logo brand={brand} />
        </Link>
      </header>
      <Progress step={step} />
      <main id="main" className="grid gap-6">
        <Heading step={step} />
        {text && Object.keys(problems).length === 0 && (
          <Note tone="danger" live>
            {text}
          </Note>
        )}
        {missing && (
          <Note tone="warning" live>
            <p>{text}</p>
            <Button tone="quiet" size="sm" className="mt-3 bg-surface!" onClick={() => void go(missing)}>
              <Trans>Go to this step</Trans>
            </Button>
          </Note>
        )}
        <Form
          key={step}
          user={user}
          problems={problems}
          busy={busy}
          onSave={(change, range) => void save(change, range)}
        />
        {earlier && <Button tone="ghost" onClick={() => void go(earlier)}>{t`Back`}</Button>}
      </main>
    </div>
  )
}

function Progress({ step }: { step: Step }) {
  const { t } = useLingui()
  const at = steps.indexOf(step) + 1
  return (
    <div className="grid gap-2">
      <p className="text-small text-muted">{t`Step ${at} of ${steps.length}`}</p>
      <div className="flex gap-1.5" aria-hidden="true">
        {steps.map((each, index) => (
          <i key={each} className={`h-1.5 flex-1 rounded-full ${index < at ? 'bg-accent' : 'bg-sunken'}`} />
        ))}
      </div>
    </div>
  )
}

const words: Record<Step, { title: ReactNode; lead: ReactNode }> = {
  about: {
    title: <Trans>About you</Trans>,
    lead: <Trans>Use your own words if ours don’t fit. You can change this at any time.</Trans>,
  },
  'looking-for': {
    title: <Trans>Who you’d like to meet</Trans>,
    lead: <Trans>You’ll also be shown to people who want to meet someone like you.</Trans>,
  },
  range: {
    title: <Trans>Age and distance</Trans>,
    lead: (
      <Trans>We start with people around your age who live near you. You can change this at any time in Filters.</Trans>
    ),
  },
  place: {
    title: <Trans>Where you are</Trans>,
    lead: <Trans>Your city is enough. People see a rough distance, never your exact location.</Trans>,
  },
  photos: {
    title: <Trans>Photos</Trans>,
    lead: <Trans>People can find you once you add a photo. Your face in daylight works best.</Trans>,
  },
  intention: {
    title: <Trans>What you’re looking for</Trans>,
    lead: <Trans>People see this on your profile. You don’t have to say.</Trans>,
  },
  interests: {
    title: <Trans>What you like</Trans>,
    lead: <Trans>People who share an interest see it marked on your profile.</Trans>,
  },
  words: {
    title: <Trans>A few words</Trans>,
    lead: <Trans>What you say here starts conversations. You can skip this and come back.</Trans>,
  },
}

const Heading = ({ step }: { step: Step }) => (
  <div className="grid gap-1">
    <h1>{words[step].title}</h1>
    <p className="text-ink-2">{words[step].lead}</p>
  </div>
)
