import * as z from 'zod/mini'
import { claimsTitle, mixesScripts } from './name.ts'
import { nameForm } from './name-form.ts'
import { normalized } from './normalized.ts'

// The kinds of text in the API. Only this file uses `z.string()`, because each kind has to define what the database can
// store. User input is normalized to Unicode's composed form, trimmed, and stripped of control characters. Error
// messages name limits in braces, which the server fills in, in the caller's language (server/src/http/problems.ts).

/** A NUL, another control character, or half of a surrogate pair is never intended input. */
// eslint-disable-next-line no-control-regex -- naming control characters is the point
const unwanted = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0080-\u009f]|\p{Surrogate}/u

const storable = z.refine<string>((text) => !unwanted.test(text), 'Contains characters we can’t store.')

const composed = z.pipe(
  z.string().check(storable),
  z.transform((text: string) => normalized(text, 'NFC').trim()),
)

/** Invisible characters and direction overrides. No one types them, and they hide the actual text. */
const hiding = /[\u00ad\u115f\u1160\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\u3164\ufeff\uffa0]/gu
/** Excess marks on one letter, which would be drawn over the neighboring lines. */
const piled = /(\p{M}{8})\p{M}+/gu
/** Blank symbols, such as a Braille cell without dots, and what is invisible without a letter show nothing alone. */
const isSeen = (text: string) =>
  /[^\p{Z}\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\s\u2800\u{1d159}\u{13441}\u{13442}]/u.test(text)

const readable = z.pipe(
  composed,
  z.transform((text: string) => {
    const rest = text.replace(hiding, '').replace(piled, '$1').trim()
    return isSeen(rest) ? rest : ''
  }),
)

const sized = (kind: typeof readable | typeof composed, least: number, most: number) =>
  z.pipe(
    kind,
    z.string().check(
      z.refine((value) => [...value].length >= least, {
        error: least === 1 ? 'This field is required.' : 'At least {minimum} characters.',
        params: { minimum: least },
      }),
      z.refine((value) => [...value].length <= most, {
        error: 'At most {maximum} characters.',
        params: { maximum: most },
      }),
    ),
  )

/** Text whose length counts code points, as people count characters. */
export const text = (least: number, most: number) => sized(readable, least, most)

/** A text that gives a reason: signs and repeated letters alone give none. */
export const reasonText = (least: number, most: number) =>
  text(least, most).check(
    z.refine((value) => new Set(value.toLowerCase().match(/\p{L}/gu)).size >= 3, 'Please use words.'),
  )

const onOneLine = (message: string) => z.refine<string>((value) => !/[\r\n\t\u2028\u2029]/.test(value), message)

export const nameText = sized(composed, 1, 50).check(
  onOneLine('Please keep the name on one line.'),
  z.regex(nameForm, 'Please use letters, spaces, hyphens and apostrophes only.'),
  z.refine(
    (name) => !/(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/u.test(name),
    'Please use letters that can be seen.',
  ),
  z.refine((name) => !mixesScripts(name), 'Please write the name in letters of one script.'),
  z.refine((name) => !claimsTitle(name), 'This name could be mistaken for our team. Please use your own.'),
)

export const lineText = (most: number) => text(1, most).check(onOneLine('Please keep this on one line.'))

/** Text that is searched, compared or passed on unchanged. The limit counts UTF-16 code units. */
export const plainText = (most: number, message?: string) => z.string().check(storable, z.maxLength(most, message))

/**
 * Stored text never contains characters that the database can't store, so a search for one should find nothing. Each is
 * read as the replacement character, like garbled input.
 */
export const searchText = (most: number, message?: string) =>
  z.pipe(
    z.string().check(z.maxLength(most, message)),
    z.transform((value: string) => value.replaceAll(new RegExp(unwanted, 'gu'), '\ufffd')),
  )

export const formText = (form: RegExp, message: string) => z.string().check(storable, z.regex(form, message))

const EMAIL =
  /^[^\s@<>"(),:;[\]\\\u0080-\u{10ffff}]{1,64}@([\p{L}\p{M}\p{N}\u00b7\u30fb-]+\.)+\p{L}[\p{L}\p{M}\p{N}\u00b7\u30fb-]*$/u

/**
 * The domain consists of letters, digits and hyphens in any script, and is one that a URL may have. Parsers disagree on
 * other characters, so that mail for one domain would reach another.
 */
const isEmail = (value: string): boolean =>
  EMAIL.test(value) && URL.canParse(`https://${value.slice(value.lastIndexOf('@') + 1)}`)

export const emailText = z.pipe(
  composed,
  z
    .string()
    .check(z.maxLength(254, 'At most {maximum} characters.'), z.refine(isEmail, 'Please enter an email address.')),
)

/** JavaScript, PostgreSQL and people write the years 0001 to 9999 the same way. */
function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

export const dayText = z.string().check(z.refine(isDay, 'Please enter a date as YYYY-MM-DD.'))

export const periodText = z
  .string()
  .check(z.refine((value) => (value.length === 7 ? isDay(`${value}-01`) : isDay(value)), 'Use a month or a day.'))

const timeOfDay = /^T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)?$/

/** A day or an instant in the ISO 8601 formats that JavaScript and PostgreSQL read the same way. */
export const instantText = z
  .string()
  .check(
    z.refine(
      (value) => isDay(value.slice(0, 10)) && (value.length === 10 || timeOfDay.test(value.slice(10))),
      'This isn’t a date.',
    ),
  )

/** Offsets are refused, because PostgreSQL reads their sign the opposite way. */
function isTimeZone(value: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(value)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).format() !== ''
  } catch {
    return false
  }
}

/** An invitation code, however it was typed. The server reads it without spaces and hyphens. */
export const invitationCode = plainText(60)

export const timeZoneText = z.string().check(z.refine(isTimeZone, 'This isn’t a time zone.'))

/** Passwords, tokens and codes, which are compared or hashed unchanged. Only the request size limits their length. */
export const secretText = z.string()

/** An unverified email address. It is never stored, only compared by its key, which invalid input lacks. */
export const claimedEmail = z.string()

/** Text in responses, which comes from our own tables. Never use it for input. */
export const shown = z.string()
export const instant = shown
export const id = formText(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'This isn’t a valid ID.')

/** The place of a row in a list: microseconds since 1970, and the row's ID. */
export const rowPlace = formText(/^\d{1,16}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'This isn’t a valid ID.')

/** A number in a query string, where everything is text. */
export const wholeNumber = (least: number, most: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'Use a whole number.')),
    z.pipe(
      z.transform((value: string) => Number(value)),
      z.number().check(z.gte(least, 'Enter {minimum} or more.'), z.lte(most, 'Enter {maximum} or less.')),
    ),
  )

/** The limits are those of the database column. */
export const integer = (least: number, most: number) =>
  z.int().check(z.gte(least, 'Enter {minimum} or more.'), z.lte(most, 'Enter {maximum} or less.'))
export const LARGEST_INTEGER = 2_147_483_647

export const oneOf = (values: readonly (string | number)[]) => ({
  error: 'Use one of {values}.',
  params: { values: values.join(', ') },
})

export const dataOf = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject({ data: z.strictObject(shape) })
