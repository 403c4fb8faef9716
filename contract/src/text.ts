import * as z from 'zod/mini'

// The kinds of text that people send. All of it arrives in Unicode's composed form, trimmed, without control characters.

/** A NUL, another control character, or half of a surrogate pair: never part of what a person meant to write. */
// eslint-disable-next-line no-control-regex -- naming control characters is the point
const unwanted = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0080-\u009f]|\p{Surrogate}/u

const composed = z.pipe(
  z.string().check(z.refine((text) => !unwanted.test(text), 'Contains characters that cannot be kept.')),
  z.transform((text: string) => text.normalize('NFC').trim()),
)

/** One line or paragraph of `least` to `most` characters, counted as people count them: by code point. */
export const text = (least: number, most: number) =>
  z.pipe(
    composed,
    z.string().check(
      z.refine(
        (value) => [...value].length >= least,
        least === 1 ? 'Please fill this in.' : `At least ${least} characters.`,
      ),
      z.refine((value) => [...value].length <= most, `At most ${most} characters.`),
    ),
  )

/** A name: one line. */
export const nameText = z.pipe(
  text(1, 50),
  z.string().check(z.refine((value) => !/[\r\n\t]/.test(value), 'A name is one line.')),
)

export const emailText = z.pipe(
  composed,
  z.string().check(
    z.maxLength(254, 'At most 254 characters.'),
    z.refine(
      (value) => /^[^\s@<>"(),:;[\]\\\u0080-\u{10ffff}]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/u.test(value),
      'Please give an e-mail address.',
    ),
  ),
)

/** A day of the calendar that exists, as YYYY-MM-DD. */
export const dayText = z.string().check(
  z.refine((value) => {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
    const day = new Date(`${value}T00:00:00Z`)
    return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
  }, 'Please give a date as YYYY-MM-DD.'),
)

/** What is compared or hashed as it came: passwords, tokens, codes. Bounded by the size of a request alone. */
export const secretText = z.string()

export const instant = z.string()
export const id = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'Not an id.'))

/** A whole number in a query string, where everything is text. */
export const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'A whole number.')),
    z.pipe(
      z.transform((value: string) => Number(value)),
      z.number().check(z.gte(least, `At least ${least}.`), z.lte(most, `At most ${most}.`)),
    ),
  )
