import { wordListNames, type Configuration, type WordListName } from '@kindred/contract'

const letter = String.raw`[\p{L}\p{N}_]`
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)

/** One expression for a list of words. It only ever looks for what is written: nobody can make it slow. */
function patternOf(words: readonly string[]): RegExp | null {
  if (words.length === 0) return null
  const each = words.map((word) => {
    const open = word.endsWith('*')
    const said = (open ? word.slice(0, -1) : word)
      .trim()
      .split(/\s+/)
      .map(escaped)
      .join(String.raw`\s+`)
    return open ? said : `${said}(?!${letter})`
  })
  return new RegExp(`(?<!${letter})(?:${each.join('|')})`, 'iu')
}

export type Words = Record<WordListName, RegExp | null>

export const patternsOf = (lists: Configuration['wordLists']): Words =>
  Object.fromEntries(wordListNames.map((name) => [name, patternOf(lists[name])])) as Words
