import { normalized, message, type MessageDescriptor } from '@kindred/contract'
import { isCommon } from './common-passwords.ts'

// A password must be long enough to resist guessing, and must not be one that attackers try first.

const SHORTEST = 8
const LONGEST = 256

type PasswordContext = { brand: string; names: readonly string[]; email: string }

export const normalize = (text: string): string => normalized(text, 'NFKD').replace(/\p{M}/gu, '').toLowerCase()

const withoutDecoration = (text: string): string => text.replace(/^[\d\W_]+|[\d\W_]+$/g, '')

/** A list may contain a password unchanged, without spaces, without trailing symbols, or without added characters. */
function spellings(lower: string): string[] {
  const joined = lower.replace(/\s/g, '')
  return [
    lower,
    joined,
    ...[lower, joined].map((each) => each.replace(/[^\p{L}\p{N}]+$/u, '')),
    withoutDecoration(lower),
    withoutDecoration(joined),
  ]
}

const LONGEST_UNIT = 4

/** The last repetition may be incomplete. */
const isRepetitive = (text: string): boolean => {
  const characters = [...text]
  return Array.from({ length: LONGEST_UNIT }, (_, at) => at + 1).some(
    (unit) => characters.length >= 2 * unit && characters.every((each, at) => each === characters[at % unit]),
  )
}

export function weaknessOf(password: string, { brand, names, email }: PasswordContext): MessageDescriptor | undefined {
  const length = [...password].length
  if (length < SHORTEST) return message('Please use at least {least} characters.', { least: SHORTEST })
  if (length > LONGEST) return message('Please use at most {most} characters.', { most: LONGEST })
  const lower = normalize(password)
  const own = [brand, ...names, ...email.split('@')].map(normalize).filter((word) => word.length >= 3)
  const rest = own.toSorted((a, b) => b.length - a.length).reduce((text, word) => text.replaceAll(word, ''), lower)
  if (rest !== lower && rest.replace(/[\d\W_]/g, '').length < 4)
    return message('This password is too close to your name or {brand}. Please choose another.', { brand })
  // Looks up every spelling, so that a refusal takes the same time whichever of them is common.
  if (spellings(lower).map(isCommon).some(Boolean))
    return message('This password is too common. Please choose another.')
  if (new Set(lower).size <= 2 || isRepetitive(lower))
    return message('This password repeats the same few characters. Please choose another.')
  return undefined
}
