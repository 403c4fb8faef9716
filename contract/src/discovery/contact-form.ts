import { normalized } from '../normalized.ts'

// The one form in which contacts are compared. The browser and the server both use it: the browser for what a member
// lists, which it sends only as a hash, and the server for what an account has.

export const contactKinds = ['email', 'phone', 'name'] as const
export type ContactKind = (typeof contactKinds)[number]

/** `hint` is enough for members to recognize a contact that they entered, but not enough for others to read it. */
export type Contact = { kind: ContactKind; value: string; hint: string }

/** The text that is hashed. The kind keeps a number from matching an address that reads the same. */
export const hashedText = ({ kind, value }: Pick<Contact, 'kind' | 'value'>): string => `${kind}:${value}`

/**
 * The number of bits of a contact's plain hash that are sent and stored beside its keyed hash. They find the few
 * accounts that a contact could be, and so many different contacts share them that they tell nothing else.
 */
export const BUCKET_BITS = 12
export const bucketOf = (hash: Uint8Array): number => ((hash[0] ?? 0) << 4) | ((hash[1] ?? 0) >> 4)

/** Works like `emailKey` on the server, which can't be used here because it needs Node. */
export function emailContact(text: string): Contact | null {
  const [, local, domain] = /^([\x21-\x7e]{1,64})@([^\s@/\\?#:%]{1,253})$/.exec(normalized(text.trim(), 'NFKC')) ?? []
  if (!local || !domain) return null
  const host = hostOf(domain)
  if (!host) return null
  return { kind: 'email', value: `${local}@${host}`.toLowerCase(), hint: `${local.slice(0, 1)}…@${domain}` }
}

function hostOf(domain: string): string | null {
  try {
    const { hostname } = new URL(`https://${domain}`)
    return hostname.includes('.') ? hostname : null
  } catch {
    return null
  }
}

const [SHORTEST, LONGEST] = [7, 15]
/** Phone books have numbers with and without the country's code, or with a zero instead of it. The end is the same. */
const COMPARED = 8

export function phoneContact(text: string): Contact | null {
  const plain = normalized(text.trim(), 'NFKC').replaceAll(/\p{Nd}/gu, asciiDigit)
  if (!/^\+?[\d\s().\-‐‑–/]+$/u.test(plain)) return null
  const digits = plain.replaceAll(/\D/g, '')
  if (digits.length < SHORTEST || digits.length > LONGEST) return null
  return { kind: 'phone', value: digits.slice(-COMPARED), hint: `… ${digits.slice(-2)}` }
}

/** A decimal digit in any script. Each script's ten digits follow one another. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return code < 128 ? digit : String(value)
}

const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', þ: 'th' }

/** Words without capitals, accents and punctuation, as people type them on different keyboards. */
const wordsOf = (text: string): string[] =>
  normalized(text, 'NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’ʼ]/gu, '')
    .replaceAll(/[ßæœøđðłıþ]/g, (letter) => LETTERS[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * A name in a town. Only the first and the last word of the name count, because many people leave out the names between
 * them. The country after a town doesn't count.
 */
export function nameContact(name: string, town: string): Contact | null {
  const [words, [place = '']] = [wordsOf(name), town.split(/[,،]/)]
  const [first, last, where] = [words[0], words.at(-1), wordsOf(place).join(' ')]
  if (!first || !last || words.length < 2 || !where) return null
  const [one, other] = [first, last].map((word) => `${[...word][0]?.toUpperCase()}.`)
  return { kind: 'name', value: `${first} ${last}, ${where}`, hint: `${one} ${other}, ${place.trim().slice(0, 60)}` }
}

/** Reads one line of a list: an address, a number, or a name and a town. */
export function contactIn(line: string): Contact | null {
  // Phones put invisible marks around numbers, to show them from left to right.
  const text = line.replaceAll(/\p{Cf}/gu, '').trim()
  const [address] = /[^\s<>"',;:]+@[^\s<>"',;]+/.exec(text) ?? []
  if (address) return emailContact(address)
  const phone = phoneContact(text)
  if (phone) return phone
  const [, name, town] = /^([^,،\d]+)[,،](.+)$/u.exec(text) ?? []
  return name && town ? nameContact(name, town) : null
}

export type ReadContacts = { contacts: Contact[]; unread: string[] }

/** Reads a pasted list. A contact that is in it twice counts once. */
export function contactsIn(text: string): ReadContacts {
  const lines = text.split(/[\n\r;]+/).filter((line) => line.trim() !== '')
  const read = lines.map((line) => ({ line, contact: contactIn(line) }))
  const found = read.flatMap(({ contact }) => (contact ? [[hashedText(contact), contact] as const] : []))
  return {
    contacts: [...new Map(found).values()],
    unread: read.flatMap(({ line, contact }) => (contact ? [] : [line.trim()])),
  }
}
