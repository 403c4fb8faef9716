import { dictionary } from '@zxcvbn-ts/language-common'

// What a password has to be: long enough to resist guessing, and not what everybody guesses first.

const SHORTEST = 8
const LONGEST = 256

const known = new Set(dictionary['passwords-common'].filter((password) => password.length >= 4))

export type About = { brand: string; names: readonly string[]; email: string }

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** What is left of a word when the figures and signs that people add are taken off both ends. */
const bare = (text: string): string => text.replace(/^[\d\W_]+|[\d\W_]+$/g, '')

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
  if (known.has(lower) || known.has(bare(lower)))
    return 'This password is on lists that attackers try first. Please choose another.'
  if (new Set(lower).size <= 2) return 'This password repeats one or two characters. Please choose another.'
  return undefined
}
