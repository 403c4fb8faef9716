import { folded } from '../../ui/folded.ts'

export type Snippet = { before: string; hit: string; after: string }

/** The number of characters before the hit, so that it stays visible on a narrow line. */
const LEAD = 18

/** The part of a text around the search phrase, or else around the first of its words that occurs. */
export function snippetOf(text: string, search: string): Snippet {
  const phrase = search.trim()
  const hit = [phrase, ...phrase.split(/\s+/)].map((part) => find(text, part)).find((found) => found !== null)
  if (!hit) return { before: '', hit: '', after: text }
  const [from, to] = hit
  return { before: shortened(text.slice(0, from)), hit: text.slice(from, to), after: text.slice(to) }
}

/** The range of `part` in a text, ignoring case and accents. */
function find(text: string, part: string): [from: number, to: number] | null {
  const search = folded(part)
  if (search === '') return null
  let letters = ''
  const starts: number[] = []
  let at = 0
  for (const character of text) {
    const plain = folded(character)
    letters += plain
    for (let each = 0; each < plain.length; each++) starts.push(at)
    at += character.length
  }
  const found = letters.indexOf(search)
  return found < 0 ? null : [starts[found] ?? 0, starts[found + search.length] ?? text.length]
}

function shortened(text: string): string {
  if (text.length <= LEAD) return text
  const end = text.slice(-LEAD)
  const space = end.indexOf(' ')
  return `…${end.slice(space + 1)}`
}
