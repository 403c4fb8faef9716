import type { ProfileChange } from '@kindred/contract/profiles/profile'
import type { OwnUser } from '@kindred/contract/profiles/users'
import { useEffect, useState } from 'react'
import { matching, members } from '../../api/member-client.ts'
import { CallFailed } from '../../api/failure.ts'
import { oneOf } from '../../api/params.ts'
import { useIsOnePlace } from '../../api/house.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { goBack, goForward } from '../../router/step-history.ts'
import { getSession, setSession, useSession } from '../../session/store.ts'
import { saveFormDraft, formDraftNames } from '../../session/form-drafts.ts'
import { canSignInAgain } from '../../session/passkeys.ts'
import { useFields } from '../fields/use-fields.ts'
import { useAction } from '../use-action.ts'
import { after, before, firstOpen, numberOf, stepsOf, type Range, type Step } from './steps.ts'

type Change = Partial<ProfileChange>

const stepOf: Record<string, Step> = {
  gender: 'about',
  dateOfBirth: 'birthday',
  interestedIn: 'looking-for',
  location: 'place',
}

const at = (step: Step) => ({ to: paths.onboarding, search: { step } }) as const

/** The onboarding flow. Each step is saved before the next, so that a reload or another device resumes there. */
export function useOnboarding() {
  const user = useSession((session) => session.user)
  const { step: requested } = useSearch<'/onboarding'>()
  const action = useAction()
  const { fields, isPending } = useFields()
  const joining = fields.filter(({ asked }) => asked === 'joining')
  const known = {
    isOnePlace: useIsOnePlace(),
    hasFields: joining.length > 0,
    hasOpenFields: joining.some(({ required, answer }) => required && answer === null),
  }
  const all = stepsOf({ ...(user ?? { dateOfBirth: '' }), ...known })
  // Saving an answer changes which step is the first open one, and must not turn the page.
  const [opened, setOpened] = useState<Step>()
  const firstStep = user ? firstOpen({ ...user, ...known }) : 'about'
  if (opened === undefined && user && !isPending) setOpened(firstStep)
  const step = oneOf(all, requested) ?? opened ?? firstStep
  const earlier = before(step, all)

  // Someone who left before creating their passkey could never sign in again.
  useEffect(() => {
    void canSignInAgain().then((can) => {
      if (!can) void navigate({ to: paths.verifyEmail, replace: true })
    })
  }, [])

  const storeUser = (saved: OwnUser) =>
    setSession({
      user: saved,
      requiresProfileCompletion: !saved.profileComplete,
      onboardingComplete: saved.profileComplete || getSession().onboardingComplete,
    })

  const saveRange = async (range: Range) => {
    const { ageMin, ageMax, distance } = (await matching.setPreferences({ body: range })).data.preferences
    const { user: saved } = getSession()
    if (saved) storeUser({ ...saved, preferences: { ageMin, ageMax, distance } })
  }

  const storeConsent = ({ acceptSpecialCategory }: Change) =>
    acceptSpecialCategory &&
    setSession({ missingConsents: getSession().missingConsents.filter((each) => each !== 'acceptSpecialCategory') })

  const forgetStep = () => formDraftNames(`onboarding.${step}`).forEach((name) => saveFormDraft(name, {}))

  const finish = async (change: Change) => {
    const { account, onboardingComplete } = await members.completeProfile({ body: change })
    forgetStep()
    storeUser(account.user)
    setSession({ onboardingComplete, requiresProfileCompletion: false })
    return navigate({ to: paths.onboarding, search: { step: 'done' }, replace: true })
  }

  const save = (change: Change, range?: Range) =>
    action.run(async () => {
      if (range) await saveRange(range)
      const next = after(step, all)
      if (!next) return finish(change)
      if (Object.keys(change).length > 0) storeUser((await members.editProfile({ body: change })).update.user)
      forgetStep()
      storeConsent(change)
      return goForward(at(next))
    })

  const missing =
    action.error instanceof CallFailed
      ? action.error.problems
          .map(({ path }) => (path.startsWith('answers.') ? 'fields' : stepOf[path]))
          .find((each) => each !== undefined && each !== step)
      : undefined
  return {
    user,
    // A reload of this step waits for its questions.
    isLoading: requested === 'fields' && isPending,
    step,
    isOver: requested === 'done' && user?.profileComplete === true,
    number: numberOf(step),
    back: earlier && (() => goBack(at(earlier))),
    open: (to: Step) => goForward(at(to)),
    save,
    finishNow: () => action.run(() => finish({})),
    missing,
    busy: action.busy,
    problems: action.problems,
    text: action.text,
  }
}
