import { invalidField, message, type MessageDescriptor } from '@kindred/contract'
import { claimsBrand, claimsFunction, claimsTitle } from '@kindred/contract/name'

const LONGEST = 30
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * A name that is safe in an email or a push notification, next to our own words. It has only characters that names may
 * have (older accounts may have others), is short, and is isolated if it is written from right to left. It may be
 * empty.
 */
export function safeName(name: string): string {
  const characters = [
    ...name
      .replace(/[^\p{L}\p{M} '’ʼ‐‑-]/gu, '')
      .replace(/ +/g, ' ')
      .trim(),
  ]
  const short =
    characters.length > LONGEST
      ? `${characters
          .slice(0, LONGEST - 1)
          .join('')
          .trim()}…`
      : characters.join('')
  return rightToLeft.test(short) ? `\u2068${short}\u2069` : short
}

/** A name for a sentence, which needs one. The fallback is “Someone” in the reader's language. */
export const nameOutside = (name: string): string | MessageDescriptor => safeName(name) || message('Someone')

export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`

/**
 * Refuses a name that could be mistaken for the product's or its team's. The schema refuses a title in each field, but
 * only together do the fields show titles of several words. Others see the first name, so it counts by itself.
 */
export function nameProblem(
  name: { first_name: string; last_name: string },
  brand: string,
): MessageDescriptor | undefined {
  const full = fullName(name)
  if ([full, name.first_name, name.last_name].some((part) => claimsBrand(part, brand)))
    return message('This name could be mistaken for {brand}. Please use your own.', { brand })
  if (claimsTitle(full) || claimsFunction(full) || claimsFunction(name.first_name))
    return message('This name could be mistaken for our team. Please use your own.')
  return undefined
}

export function assertName(name: { first_name: string; last_name: string }, brand: string): void {
  const msg = nameProblem(name, brand)
  if (msg) throw invalidField('firstName', msg)
}
