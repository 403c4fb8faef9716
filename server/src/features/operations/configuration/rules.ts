import { type Configuration, type WordListName, wordListNames } from '@kindred/contract'

const letter = String.raw`[\p{L}\p{N}_]`
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** Letters of other scripts that look like these, where a word mixes scripts to hide what it says. */
const alike = new Map(
  Array.from('аеорсухіјѕԁһԛԝοαντικρυ', (letter, at) => [letter, 'aeopcyxijsdhqwoavtikpu'[at] ?? letter]),
)
const mixed = /[\p{Script=Cyrillic}\p{Script=Greek}]/gu

const unmixed = (word: string) => word.replace(mixed, (letter) => alike.get(letter) ?? letter)

/** A text as it is compared: without what is not seen, and with one spelling where readers see no difference. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{Cf}\p{Mn}\u0640]/gu, '')
    .replace(/[’ʼ]/g, "'")
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
    .replace(/[\p{L}]+/gu, (word) => (/\p{Script=Latin}/u.test(word) ? unmixed(word) : word))

/** Arabic writes “and”, “in”, “the” and the like together with the word that follows. */
const before = (word: string) => (/^\p{Script=Arabic}/u.test(word) ? '(?:[وفبكل]?ال|لل|[وفبكل])?' : '')

/** `testPlain` is for texts that are compared with many patterns: they are made plain once. */
export type Pattern = { test: (text: string) => boolean; testPlain: (plainText: string) => boolean }

/** One pattern for a list of words. Words are escaped, so that nobody can enter an expression that is slow to match. */
export function patternOf(words: readonly string[]): Pattern | null {
  if (words.length === 0) return null
  const patterns = words.map(plain).map((word) => {
    const isPrefix = word.endsWith('*')
    const pattern = (isPrefix ? word.slice(0, -1) : word)
      .trim()
      .split(/\s+/)
      .map(escaped)
      .join(String.raw`\s+`)
    return before(word) + (isPrefix ? pattern : `${pattern}(?!${letter})`)
  })
  // Both sides are in lower case.
  const pattern = new RegExp(`(?<!${letter})(?:${patterns.join('|')})`, 'u')
  const testPlain = (text: string) => pattern.test(text)
  return { test: (text) => testPlain(plain(text)), testPlain }
}

export type Words = Record<WordListName, Pattern | null>

export const patternsOf = (lists: Configuration['wordLists']): Words =>
  // `wordListNames` is every key of `Words`; `fromEntries` types them as strings.
  Object.fromEntries(wordListNames.map((name) => [name, patternOf(lists[name])])) as Words
