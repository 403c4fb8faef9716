import { type Configuration, type WordListName, wordListNames } from '@kindred/contract'
import { phrasesOf } from '@kindred/contract/phrases'
import { plain } from '@kindred/contract/lookalikes'

type Pattern = { test: (text: string) => boolean }

function patternOf(words: readonly string[]): Pattern | null {
  if (words.length === 0) return null
  const find = phrasesOf([[words.map(plain), true]])
  return { test: (text) => find(plain(text)).size > 0 }
}

export type Words = Record<WordListName, Pattern | null>

export const patternsOf = (lists: Configuration['wordLists']): Words =>
  // `wordListNames` contains every key of `Words`; `fromEntries` types them as strings.
  Object.fromEntries(wordListNames.map((name) => [name, patternOf(lists[name])])) as Words
