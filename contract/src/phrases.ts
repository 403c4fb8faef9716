// Finds which of many phrases a text contains, in time proportional to the text. One regular expression for thousands
// of phrases takes half a second to compile, and again whenever the engine has dropped it.

/** A state of the search: its continuations, and the phrases that end here, at the end of a word or also within one. */
type Node<Label> = { next: Map<string, Node<Label>>; whole: Label[]; prefix: Label[] }

const newNode = <Label>(): Node<Label> => ({ next: new Map(), whole: [], prefix: [] })

const letter = /[\p{L}\p{N}_]/u
const space = /\s/
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff

function isLetterAt(text: string, at: number): boolean {
  const point = text.codePointAt(at)
  return point !== undefined && letter.test(String.fromCodePoint(point))
}
const isLetterBefore = (text: string, at: number): boolean =>
  at > 0 && isLetterAt(text, at > 1 && isLow(text.charCodeAt(at - 1)) ? at - 2 : at - 1)

/** Arabic joins words such as “and”, “in” and “the” to the following word. */
const joined = ['و', 'ف', 'ب', 'ك', 'ل'].flatMap((one) => [one, `${one}ال`]).concat('ال', 'لل')
const isArabic = (character: string | undefined): boolean =>
  character !== undefined && /\p{Script=Arabic}/u.test(character)

/** In Arabic, a phrase may also begin after a joined prefix. */
function startsFrom(text: string, at: number): number[] {
  if (!isArabic(text[at])) return [at]
  const ends = joined.filter((word) => text.startsWith(word, at)).map((word) => at + word.length)
  return [at, ...ends.filter((end) => isArabic(text[end]))]
}

function add<Label>(root: Node<Label>, word: string, label: Label): void {
  const isPrefix = word.endsWith('*')
  const phrase = (isPrefix ? word.slice(0, -1) : word).trim().replace(/\s+/g, ' ')
  if (phrase === '') return
  let node = root
  for (let at = 0; at < phrase.length; at++) {
    const unit = phrase.charAt(at)
    const next = node.next.get(unit) ?? newNode()
    node.next.set(unit, next)
    node = next
  }
  node[isPrefix ? 'prefix' : 'whole'].push(label)
}

/** Any white space in a text counts as one space of a phrase. */
function spaceFrom(text: string, at: number): number {
  let end = at
  while (end < text.length && space.test(text.charAt(end))) end++
  return end
}

function follow<Label>(root: Node<Label>, text: string, start: number, found: Set<Label>): void {
  let node: Node<Label> | undefined = root
  for (let at = start; node;) {
    for (const label of node.prefix) found.add(label)
    if (node.whole.length > 0 && !isLetterAt(text, at)) for (const label of node.whole) found.add(label)
    if (at >= text.length) return
    const end = spaceFrom(text, at)
    node = node.next.get(end > at ? ' ' : text.charAt(at))
    at = Math.max(end, at + 1)
  }
}

/** A phrase begins at the start of a word and ends at the end of one, or anywhere if its last character is “*”. */
export function phrasesOf<Label>(phrases: readonly (readonly [words: readonly string[], label: Label])[]) {
  const root = newNode<Label>()
  for (const [words, label] of phrases) for (const word of words) add(root, word, label)
  return (text: string): Set<Label> => {
    const found = new Set<Label>()
    for (let at = 0; at < text.length; at++) {
      // No phrase begins with white space, so a long run of it is scanned only once.
      if (space.test(text.charAt(at)) || isLow(text.charCodeAt(at)) || isLetterBefore(text, at)) continue
      for (const start of startsFrom(text, at)) follow(root, text, start, found)
    }
    return found
  }
}
