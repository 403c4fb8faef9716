import { languageOf } from '@kindred/contract/languages'
import { interestKeys, languageCodes, promptKeys } from '@kindred/contract/profiles/suggestions'
import type { OwnValue } from '@kindred/contract/profiles/values'
import { useLingui } from '@lingui/react/macro'
import { useOwnValues } from '../api/use-own-values.ts'
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

/** Our words, except where the operator has others. `offered` are the keys to choose from, in order. */
function withOwn(keys: readonly string[], own: readonly OwnValue[] | undefined, nameOf: (key: string) => string) {
  const labels = new Map(own?.map(({ id, label }) => [id, label]))
  const all = own ? [...new Set([...keys, ...labels.keys()])] : keys
  return {
    ...vocabulary(all, (key) => labels.get(key) ?? nameOf(key)),
    /** True for ours with the operator’s words. */
    isRenamed: (key: string) => labels.get(key) !== undefined,
    offered: own ? own.flatMap(({ id, offered }) => (offered === false ? [] : [id])) : keys,
  }
}

export function useSuggestedWords() {
  const { i18n } = useLingui()
  const own = useOwnValues()
  const wordOf = (key: string) => {
    const [word] = i18n.messages[`suggested.${key}`] ?? []
    return typeof word === 'string' ? word : english(key)
  }
  const interests = withOwn(interestKeys, own.interests, wordOf)
  const prompts = withOwn(promptKeys, own.prompts, wordOf)
  const names = new Intl.DisplayNames(i18n.locales, { type: 'language' })
  const within = (text: string) => {
    const word = interests.wordOf(text)
    // Only German capitalizes nouns within a sentence.
    return word === text || languageOf(i18n.locale) === 'de' ? word : word.toLocaleLowerCase(i18n.locale)
  }
  return {
    interests,
    interestWithin: within,
    prompt: prompts.wordOf,
    prompts,
    spoken: vocabulary(languageCodes, (code) => names.of(code) ?? code),
  }
}
