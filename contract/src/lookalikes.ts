import { lookalikeLetters } from './lookalike-letters.ts'
import { normalized } from './normalized.ts'

// Characters that readers can't tell apart: the one place for names, texts, prompts, monitoring and removed texts.

/** Symbols with the letters from A to Z: in parentheses, white on black, and those of flags. */
const alphabets = [0x24_9c, 0x1_f1_10, 0x1_f1_50, 0x1_f1_70, 0x1_f1_e6]
const symbol = /[\u249c-\u24b5\u{1f110}-\u{1f129}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu

function letterOf(shown: string): string {
  const code = shown.codePointAt(0) ?? 0
  const first = alphabets.findLast((each) => each <= code) ?? code
  return String.fromCodePoint(97 + code - first)
}
const withLetters = (text: string): string => text.replace(symbol, letterOf)

let looksLike: ReadonlyMap<string, string> | undefined
function latinFor(letter: string): string | undefined {
  looksLike ??= new Map(
    Object.entries(lookalikeLetters).flatMap(([to, from]) => [...from].map((each) => [each, to] as const)),
  )
  return looksLike.get(letter)
}
const asLatin = (text: string): string => text.replace(/\P{ASCII}/gu, (letter) => latinFor(letter) ?? letter)

const unseen = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * Maps texts that look alike to the same text, ignoring case, accents and letter variants. It is only for comparisons
 * with another skeleton: letters of every script may become Latin.
 */
export const skeleton = (text: string): string =>
  // Capitals may look like another letter than small ones, and compatible forms like the letter that they stand for.
  asLatin(normalized(asLatin(normalized(asLatin(withLetters(text)), 'NFKD')).toLowerCase(), 'NFKD')).replace(unseen, '')

/** Scripts in everyday use (UAX 31, table 5). Only Latin letters are more common in disguises than in their language. */
export const recommendedScripts =
  'Latin Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hangul Han ' +
  'Hebrew Hiragana Kannada Katakana Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'

const recommended = recommendedScripts
  .split(' ')
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')
const ascii = /^\p{ASCII}*$/u
const latin = /\p{Script=Latin}/u
const unusual = new RegExp(String.raw`(?=\p{L})[^${recommended}\p{Script=Common}]`, 'u')
const isLikeLatin = (word: string): boolean =>
  [...word.replace(unseen, '')].every((letter) => latinFor(letter) !== undefined)

/**
 * Reads a word as Latin if it has Latin letters, or letters that are rare outside disguises. In a text with Latin
 * letters, it may also consist of lookalikes only. A text in Russian or Greek stays as it is.
 */
const unmixed = (word: string, isLatinText: boolean): string =>
  latin.test(word) || unusual.test(word) || (isLatinText && isLikeLatin(word))
    ? normalized(asLatin(normalized(word, 'NFKD')), 'NFC')
    : word

function unified(text: string): string {
  const seen = normalized(text, 'NFKC').replace(/[\p{Cf}\p{Mn}\p{Default_Ignorable_Code_Point}\u0640]/gu, '')
  const isLatinText = latin.test(seen)
  return seen
    .replace(/\p{L}+/gu, (word) => (ascii.test(word) ? word : unmixed(word, isLatinText)))
    .toLowerCase()
    .replace(/[’ʼ]/g, "'")
    .replace(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
}

/**
 * A text as its readers see it, for word lists. Symbols may be letters or an emoji of their own (a flag after a word),
 * so another line reads them as letters.
 */
export const plain = (text: string): string => {
  const letters = withLetters(text)
  return letters === text ? unified(text) : `${unified(text)}\n${unified(letters)}`
}
