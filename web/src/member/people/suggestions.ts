import { interestKeys, languageCodes } from '@kindred/contract/profiles/suggestions'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'

export const MOST_CHIPS = 20

/** What a field of chips needs to suggest interests, in no order of worth. */
export const useInterestChips = () => ({ suggestions: interestKeys, ...useSuggestedWords().interests })

/** The same for languages: first those that the browser is set to. */
export function useLanguageChips() {
  const own = navigator.languages.map((each) => each.split('-')[0] ?? each)
  const known = own.filter((each) => languageCodes.includes(each))
  return { suggestions: [...new Set([...known, ...languageCodes])], ...useSuggestedWords().spoken }
}
