import type { ProfileChange } from '@kindred/contract/profiles/profile'
import type { OwnUser } from '@kindred/contract/profiles/users'
import { matching, members } from '../../api/member-client.ts'
import { CallFailed } from '../../api/failure.ts'
import { oneOf } from '../../api/params.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { getSession, setSession, useSession } from '../../session/store.ts'
import { saveFormDraft, formDraftNames } from '../../session/form-drafts.ts'
import { useAction } from '../use-action.ts'
import { after, firstOpen, steps, type Range, type Step } from './steps.ts'

type Change = Partial<ProfileChange>

const stepOf: Record<string, Step> = {
  gender: 'about',
  dateOfBirth: 'about',
  interestedIn: 'looking-for',
  location: 'place',
}

/** The onboarding flow. Each step is saved before the next, so that a reload or another device resumes there. */
export function useOnboarding() {
  const user = useSession((session) => session.user)
  const { step: requested } = useSearch<'/onboarding'>()
  const action = useAction()
  const step = oneOf(steps, requested) ?? (user ? firstOpen(user) : 'about')
  const go = (to: Step) => navigate({ to: paths.onboarding, search: { step: to } })

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

  const save = (change: Change, range?: Range) =>
    action.run(async () => {
      if (range) await saveRange(range)
      const next = after(step)
      if (next) {
        if (Object.keys(change).length > 0) storeUser((await members.editProfile({ body: change })).update.user)
        forgetStep()
        storeConsent(change)
        return go(next)
      }
      const { account, onboardingComplete } = await members.completeProfile({ body: change })
      forgetStep()
      storeUser(account.user)
      setSession({ onboardingComplete, requiresProfileCompletion: false })
      return navigate({ to: paths.discover })
    })

  const missing =
    action.error instanceof CallFailed
      ? action.error.problems.map(({ path }) => stepOf[path]).find((each) => each !== undefined && each !== step)
      : undefined
  return { user, step, go, save, missing, busy: action.busy, problems: action.problems, text: action.text }
}
