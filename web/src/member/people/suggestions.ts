import { languageCodes } from '@kindred/contract/profiles/suggestions'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'

export const MAX_CHIPS = 20

/** Props for a field with suggested interests, in no particular order. */
export function useInterestChips() {
  const { offered, isRenamed: _isRenamed, ...words } = useSuggestedWords().interests
  return { suggestions: offered, ...words }
}

/** Props for a field with suggested languages. The browser's languages come first. */
export function useLanguageChips() {
  const own = navigator.languages.map((each) => each.split('-')[0] ?? each)
  const known = own.filter((each) => languageCodes.includes(each))
  return { suggestions: [...new Set([...known, ...languageCodes])], ...useSuggestedWords().spoken }
}
