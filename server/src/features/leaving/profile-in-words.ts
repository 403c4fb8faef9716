import type { Language } from '@kindred/contract/languages'
import { interests, prompts, spoken } from '@kindred/contract/profiles/suggestions'

type WordFor = (language: Language, text: string) => string

const inWords = (value: unknown, language: Language, wordFor: WordFor): unknown =>
  Array.isArray(value) ? value.map((each) => (typeof each === 'string' ? wordFor(language, each) : each)) : value

const askedInWords = (prompt: unknown, language: Language): unknown =>
  typeof prompt === 'object' && prompt !== null && 'question' in prompt && typeof prompt.question === 'string'
    ? { ...prompt, question: prompts.wordFor(language, prompt.question) }
    : prompt

/** A stored profile for its member to read: the words of suggestions instead of their keys. */
export const profileInWords = (
  row: Readonly<Record<string, unknown>>,
  language: Language,
): Record<string, unknown> => ({
  ...row,
  interests: inWords(row['interests'], language, interests.wordFor),
  languages: inWords(row['languages'], language, spoken.wordFor),
  prompts: Array.isArray(row['prompts']) ? row['prompts'].map((each) => askedInWords(each, language)) : row['prompts'],
})
