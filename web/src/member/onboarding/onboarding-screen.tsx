import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useIsOnePlace } from '../../api/house.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { useWelcomeWords } from '../../api/use-welcome-words.tsx'
import { homeOf } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { Button } from '../../ui/button.tsx'
import { Logo, logoClass, panelLogoClass } from '../../ui/logo.tsx'
import { Note } from '../../ui/pieces.tsx'
import { StepFrame } from '../../ui/step-frame.tsx'
import { Protected } from '../abroad/protected.tsx'
import { AboutStep, BirthdayStep, LookingForStep } from './about-steps.tsx'
import { useGenderChoices } from './gender-fields.tsx'
import { InterestsStep, IntentionStep, PhotosStep } from './optional-steps.tsx'
import { OwnCard, OwnLine, type Preview } from './own-card.tsx'
import { PlaceStep } from './place-step.tsx'
import { PromptStep } from './prompt-step.tsx'
import { RangeStep } from './range-step.tsx'
import { isOptional, type Step } from './steps.ts'
import { useOnboarding } from './use-onboarding.ts'

const FieldsStep = lazy(() => import('../fields/fields-step.tsx'))
const Finished = lazy(() => import('./finished.tsx'))

const forms = {
  birthday: BirthdayStep,
  about: AboutStep,
  'looking-for': LookingForStep,
  range: RangeStep,
  fields: FieldsStep,
  place: PlaceStep,
  photos: PhotosStep,
  intention: IntentionStep,
  interests: InterestsStep,
  words: PromptStep,
}

export default function OnboardingScreen() {
  return (
    <Protected>
      <Onboarding />
    </Protected>
  )
}

function Onboarding() {
  const { t } = useLingui()
  const state = useOnboarding()
  usePage(t`Your profile`)
  if (!state.user || state.isLoading) return null
  if (state.isOver)
    return (
      <div data-area="member" className="mx-auto min-h-dvh w-full max-w-[64rem] desk:px-8 desk:pb-16">
        <header className="flex h-16 items-center phone:px-5">
          <HomeLink className={logoClass} />
        </header>
        <main id="main">
          <Suspense>
            <Finished user={state.user} />
          </Suspense>
        </main>
      </div>
    )
  return <Question state={state} user={state.user} />
}

function HomeLink({ className = '' }: { className?: string | undefined }) {
  const { brand } = useSettings()
  const home = useSession(homeOf)
  return (
    <Link className={className} to={home}>
      <Logo brand={brand} />
    </Link>
  )
}

type State = ReturnType<typeof useOnboarding>

function Question({ state, user }: { state: State; user: NonNullable<State['user']> }) {
  const { t } = useLingui()
  const { step, back, number, problems, busy, save, finishNow } = state
  const Form = forms[step]
  const isOnePlace = useIsOnePlace()
  const { allowsOwnWords } = useGenderChoices()
  const { headline } = useWelcomeWords()
  const [entered, setEntered] = useState<{ step: Step; preview: Preview }>()
  const shown = { user, step, preview: entered?.step === step ? entered.preview : {} }
  return (
    <StepFrame
      logo={<HomeLink className={logoClass} />}
      panelLogo={<HomeLink className={panelLogoClass} />}
      motto={headline ?? <Trans>Meet someone who’d choose you, too</Trans>}
      card={{ panel: <OwnCard {...shown} />, line: <OwnLine {...shown} /> }}
      back={back && { label: t`Back`, onBack: back }}
      corner={
        isOptional(step) && (
          <Button tone="ghost" size="sm" className="-me-3" disabled={busy} onClick={() => void finishNow()}>
            <Trans>Finish later</Trans>
          </Button>
        )
      }
      step={number}
    >
      <Suspense>
        <Form
          key={step}
          user={user}
          heading={
            isOnePlace && step === 'range' ? agesOnly : !allowsOwnWords && step === 'about' ? noOwnWords : words[step]
          }
          notes={<Notes state={state} />}
          problems={problems}
          busy={busy}
          onPreview={(preview) => setEntered({ step, preview })}
          onSave={(change, range) => void save(change, range)}
        />
      </Suspense>
    </StepFrame>
  )
}

/** The errors of the request that belong to no field of this step. */
function Notes({ state: { text, problems, missing, open } }: { state: State }) {
  return (
    <>
      {text && Object.keys(problems).length === 0 && (
        <Note tone="danger" live>
          {text}
        </Note>
      )}
      {missing && (
        <Note tone="warning" live>
          <p>{text}</p>
          <Button tone="quiet" size="sm" className="mt-3 bg-surface!" onClick={() => void open(missing)}>
            <Trans>Go to this step</Trans>
          </Button>
        </Note>
      )}
    </>
  )
}

const noOwnWords = { title: <Trans>Who are you?</Trans>, lead: <Trans>You can change this at any time.</Trans> }

const agesOnly = {
  title: <Trans>How old?</Trans>,
  lead: <Trans>We start with people around your age. You can change this at any time in Filters.</Trans>,
}

const words: Record<Step, { title: ReactNode; lead: ReactNode }> = {
  birthday: {
    title: <Trans>When’s your birthday?</Trans>,
    lead: <Trans>People see your age, never your date of birth.</Trans>,
  },
  about: {
    title: <Trans>Who are you?</Trans>,
    lead: <Trans>Use your own words if ours don’t fit. You can change this at any time.</Trans>,
  },
  'looking-for': {
    title: <Trans>Who would you like to meet?</Trans>,
    lead: <Trans>You’ll also be shown to people who want to meet someone like you.</Trans>,
  },
  range: {
    title: <Trans>How old, and how far away?</Trans>,
    lead: (
      <Trans>We start with people around your age who live near you. You can change this at any time in Filters.</Trans>
    ),
  },
  fields: {
    title: <Trans>A few things your community asks</Trans>,
    lead: <Trans>You can change your answers at any time, and choose who sees them.</Trans>,
  },
  place: {
    title: <Trans>Where do you live?</Trans>,
    lead: <Trans>Your city is enough. People see a rough distance, never your exact location.</Trans>,
  },
  photos: {
    title: <Trans>Show yourself</Trans>,
    lead: <Trans>People can find you once you add a photo. Your face in daylight works best.</Trans>,
  },
  intention: {
    title: <Trans>What are you looking for?</Trans>,
    lead: <Trans>People see this on your profile. You don’t have to say.</Trans>,
  },
  interests: {
    title: <Trans>What do you like?</Trans>,
    lead: <Trans>People who share an interest see it marked on your profile.</Trans>,
  },
  words: {
    title: <Trans>Start a conversation</Trans>,
    lead: <Trans>Choose up to 3 prompts. Your answers give people something to write about.</Trans>,
  },
}
