import { languageOf } from '@kindred/contract/languages'
import { interestKeys, languageCodes, promptKeys } from '@kindred/contract/profiles/suggestions'
import { useLingui } from '@lingui/react/macro'
import { folded } from '../ui/folded.ts'

const english = (key: string) => key.charAt(0).toUpperCase() + key.slice(1)

/** Translates keys for the reader, and the reader's texts back to keys. Unknown texts are unchanged. */
function vocabulary(keys: readonly string[], nameOf: (key: string) => string) {
  const wordOf = (text: string) => (keys.includes(text) ? nameOf(text) : text)
  const keyOf = (text: string) => {
    const typed = folded(text.trim())
    return keys.find((key) => folded(key) === typed || folded(nameOf(key)) === typed) ?? text
  }
  return { wordOf, keyOf }
}

export function useSuggestedWords() {
  const { i18n } = useLingui()
  const wordOf = (key: string) => {
    const [word] = i18n.messages[`suggested.${key}`] ?? []
    return typeof word === 'string' ? word : english(key)
  }
  const interests = vocabulary(interestKeys, wordOf)
  const names = new Intl.DisplayNames(i18n.locales, { type: 'language' })
  const within = (text: string) => {
    const word = interests.wordOf(text)
    // Only German capitalizes nouns within a sentence.
    return word === text || languageOf(i18n.locale) === 'de' ? word : word.toLocaleLowerCase(i18n.locale)
  }
  return {
    interests,
    interestWithin: within,
    prompt: vocabulary(promptKeys, wordOf).wordOf,
    spoken: vocabulary(languageCodes, (code) => names.of(code) ?? code),
  }
}
