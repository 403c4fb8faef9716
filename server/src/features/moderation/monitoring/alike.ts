import { plain } from '@kindred/contract/lookalikes'

// Finds near-duplicate texts. Nothing here knows about people or the database.

/** Numbers count as one word, because they often differ from copy to copy. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    plain(text)
      .replace(/\d+/g, '0')
      .match(/[\p{L}\p{N}]+/gu),
  )

const shareOf = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const common = [...one].filter((word) => other.has(word)).length
  return common / (one.size + other.size - common)
}

/** Shorter texts, such as “Hi, how are you today?”, are often alike by chance. */
const FEWEST_WORDS = 8

/** The largest group of similar texts. Comparing each text only with the first of a group limits the work. */
export function mostAlike<T extends { text: string }>(all: readonly T[], percent: number): T[] {
  const groups: { words: Set<string>; members: T[] }[] = []
  for (const each of all) {
    const words = wordsOf(each.text)
    if (words.size < FEWEST_WORDS) continue
    const group = groups.find((other) => shareOf(other.words, words) * 100 >= percent)
    if (group) group.members.push(each)
    else groups.push({ words, members: [each] })
  }
  return groups.reduce<T[]>((most, { members }) => (members.length > most.length ? members : most), [])
}
