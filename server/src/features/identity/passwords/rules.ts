import { isCommon } from './common.ts'

// What a password has to be: long enough to resist guessing, and not what everybody guesses first.

const SHORTEST = 8
const LONGEST = 256

export type About = { brand: string; names: readonly string[]; email: string }

export const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** What is left of a word when the figures and signs that people add are taken off both ends. */
const bare = (text: string): string => text.replace(/^[\d\W_]+|[\d\W_]+$/g, '')

/** A password as it could stand on a list: as it is, without spaces, without the signs at its end, or without what was added to a word. */
function spellings(lower: string): string[] {
  const joined = lower.replace(/\s/g, '')
  return [
    lower,
    joined,
    ...[lower, joined].map((each) => each.replace(/[^\p{L}\p{N}]+$/u, '')),
    bare(lower),
    bare(joined),
  ]
}

const LONGEST_UNIT = 4

/** Whether a text is a few characters over and over, the last time perhaps cut short. */
const repeats = (text: string): boolean => {
  const signs = [...text]
  return Array.from({ length: LONGEST_UNIT }, (_, at) => at + 1).some(
    (unit) => signs.length >= 2 * unit && signs.every((sign, at) => sign === signs[at % unit]),
  )
}

/** Why a password cannot be taken, in words; nothing where it can. */
export function weakness(password: string, { brand, names, email }: About): string | undefined {
  const length = [...password].length
  if (length < SHORTEST) return `Please use at least ${SHORTEST} characters.`
  if (length > LONGEST) return `Please use at most ${LONGEST} characters.`
  const lower = plain(password)
  const own = [brand, ...names, ...email.split('@')].map(plain).filter((word) => word.length >= 3)
  const rest = own.toSorted((a, b) => b.length - a.length).reduce((text, word) => text.replaceAll(word, ''), lower)
  if (rest !== lower && rest.replace(/[\d\W_]/g, '').length < 4)
    return `This password is made of your name or of ${brand}. Please choose another.`
  // All of them are looked for, so that a refusal takes as long whichever it was.
  if (spellings(lower).map(isCommon).some(Boolean))
    return 'This password is on lists that attackers try first. Please choose another.'
  if (new Set(lower).size <= 2 || repeats(lower))
    return 'This password repeats a few characters. Please choose another.'
  return undefined
}
