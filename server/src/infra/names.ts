const LONGEST = 30
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * A name as it may stand in the subject of a mail or in a push, among our own words: only what a name consists of (also where it was
 * given before that was asked for), not long, and on its own where it is written from right to left.
 */
export function nameOutside(name: string): string {
  const signs = [
    ...name
      .replace(/[^\p{L}\p{M} '’ʼ‐‑-]/gu, '')
      .replace(/ +/g, ' ')
      .trim(),
  ]
  if (signs.length === 0) return 'Someone'
  const short =
    signs.length > LONGEST
      ? `${signs
          .slice(0, LONGEST - 1)
          .join('')
          .trim()}…`
      : signs.join('')
  return rightToLeft.test(short) ? `\u2068${short}\u2069` : short
}

/** A person's full name. SQL takes it from `identity_people.full_name`. */
export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`
