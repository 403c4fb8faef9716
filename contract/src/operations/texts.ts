import * as z from 'zod/mini'
import { languages } from '../languages.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, plainText, shown, text, wholeNumber } from '../text.ts'

// The languages that an installation offers, and the operator's own words for texts of the product.

/** The English text names a text of the product, together with its context if it has one. */
const named = {
  text: plainText(4000).check(z.minLength(1, 'This field is required.')),
  context: z.optional(plainText(200)),
}

export const MOST_REPLACEMENTS = 500
export const Replacement = z.strictObject({ ...named, replacement: text(1, 4000) })
export type Replacement = z.infer<typeof Replacement>

const isUnique = (all: readonly Replacement[]) =>
  new Set(all.map(({ text: english, context }) => `${context ?? ''}\u0004${english}`)).size === all.length
const replacements = z.optional(
  z
    .array(Replacement)
    .check(
      z.maxLength(MOST_REPLACEMENTS, 'At most {maximum} replaced texts.'),
      z.refine(isUnique, 'A text is replaced twice.'),
    ),
)

const Language = z.enum(languages)

export const Texts = z
  .strictObject({
    /** The offered languages. Absent for all. */
    languages: z.optional(
      z.array(Language).check(
        z.minLength(1, 'Offer at least one language.'),
        z.refine((all) => new Set(all).size === all.length, 'A language is listed twice.'),
      ),
    ),
    /** The language of people whose own isn't offered. */
    default: z.optional(Language),
    replacements: z.optional(
      z.strictObject({
        en: replacements,
        de: replacements,
        fr: replacements,
        es: replacements,
        'pt-BR': replacements,
        ar: replacements,
      }),
    ),
  })
  .check(
    z.refine(({ languages: offered, default: chosen }) => !offered || !chosen || offered.includes(chosen), {
      message: 'Choose one of the offered languages.',
      path: ['default'],
    }),
  )
export type Texts = z.infer<typeof Texts>

/** The words of a language that replace ours, for the web app: `/own-texts/de-VERSION.json`. */
export const OWN_TEXTS_PATH = '/own-texts'

/** The texts of pushes, which the server chooses by the kind of notification. */
export const pushTexts: readonly string[] = [
  'You and {name} matched',
  '{count, plural, =1 {New message} other {# new messages}} from {name}',
  '{name} sent you a super like',
  '{count, plural, =1 {New like} other {# new likes}}',
  '{count}+ people like you',
  '{people, plural, one {# new person matches} other {# new people match}} “{name}”',
  '{people, plural, one {# new person matches} other {# new people match}} your saved searches',
  'We replied to your report',
  'We made a decision about your account',
  'Your subscription changed',
  'Your account changed',
  '{count, plural, one {# new notification} other {# new notifications}}',
]

export const ProductText = z.strictObject({
  text: shown,
  context: z.optional(shown),
  /** Our words in the language, or the English ones if there are none. Null for a text that is gone. */
  ours: z.nullable(shown),
  /** True if the web app shows the text, and if the server writes it, such as in an email. */
  onScreens: z.boolean(),
  inMessages: z.boolean(),
})
export type ProductText = z.infer<typeof ProductText>

export const texts = defineRoutes({
  listTexts: {
    method: 'GET',
    path: '/admin/texts',
    access: 'staff:configuration',
    summary: 'Find texts of the product by their words, or list the replaced ones or those of pushes',
    query: z.strictObject({
      language: Language,
      search: z._default(plainText(200), ''),
      only: z.optional(z.enum(['replaced', 'pushes'])),
      from: z._default(wholeNumber(0, 100_000), 0),
    }),
    returns: dataOf({ texts: z.array(ProductText), total: z.number() }),
  },
  exportTexts: {
    method: 'GET',
    path: '/admin/texts/:language/po',
    access: 'staff:configuration',
    summary: 'Export the texts of a language as a .po file',
    params: z.strictObject({ language: Language }),
    returns: dataOf({ po: shown }),
  },
  importTexts: {
    method: 'POST',
    path: '/admin/texts/:language/po',
    access: 'staff:configuration',
    most: 8192,
    summary: 'Read the replacements in a .po file, saving nothing',
    params: z.strictObject({ language: Language }),
    body: z.strictObject({ po: plainText(6_000_000), replacements: z.array(Replacement) }),
    returns: dataOf({
      /** The given replacements, changed by what the file contains. */
      replacements: z.array(z.strictObject({ text: shown, context: z.optional(shown), replacement: shown })),
      /** If there are any, nothing should be used. */
      problems: z.array(z.strictObject({ text: shown, problem: shown })),
    }),
  },
})
