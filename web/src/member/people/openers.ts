import type { Person } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { useSession } from '../../session/store.ts'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'

const HOW_MANY = 2

/** Shared interests: keys, or free text as the other person spelled it. */
export function useShared({ interests }: Person): string[] {
  const mine = useSession(({ user }) => user?.interests ?? [])
  const known = new Set(mine.map((each) => each.toLowerCase()))
  return interests.filter((each) => known.has(each.toLowerCase()))
}

export function useOpeners(user: Person, shared: readonly string[]): string[] {
  const { t } = useLingui()
  const words = useSuggestedWords()
  const theirs = user.interests.find((each) => !shared.includes(each))
  const { city } = user.location
  return [
    ...(shared[0] ? [t`We both like ${words.interestWithin(shared[0])}. How did you get into it?`] : []),
    ...(user.prompts[0] ? [t`“${user.prompts[0].answer}” made me curious. Tell me more?`] : []),
    ...(theirs ? [t`You’re into ${words.interestWithin(theirs)}. Where should a beginner start?`] : []),
    ...(city ? [t`What’s your favorite place in ${city}?`] : []),
    t`What’s been the best part of your week?`,
  ].slice(0, HOW_MANY)
}
