import { type Configuration, type WordListName, wordListNames } from '@kindred/contract'

const letter = String.raw`[\p{L}\p{N}_]`
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** One pattern for a list of words. Words are escaped, so that nobody can enter an expression that is slow to match. */
function patternOf(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null
  const patterns = words.map((word) => {
    const isPrefix = word.endsWith('*')
    const pattern = (isPrefix ? word.slice(0, -1) : word)
      .trim()
      .split(/\s+/)
      .map(escaped)
      .join(String.raw`\s+`)
    return isPrefix ? pattern : `${pattern}(?!${letter})`
  })
  return new RegExp(`(?<!${letter})(?:${patterns.join('|')})`, 'iu')
}

export type Words = Record<WordListName, RegExp | null>

export const patternsOf = (lists: Configuration['wordLists']): Words =>
  // `wordListNames` is every key of `Words`; `fromEntries` types them as strings.
  Object.fromEntries(wordListNames.map((name) => [name, patternOf(lists[name])])) as Words
