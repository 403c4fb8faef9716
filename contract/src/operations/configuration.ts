import * as z from 'zod/mini'
import { Admission } from '../identity/admission.ts'
import { Age } from '../identity/age.ts'
import { leastOf, stepOf } from '../billing/currencies.ts'
import { currencyCodes } from '../billing/currency-codes.ts'
import { planNames, type PlanName } from '../billing/subscriptions.ts'
import { languages } from '../languages.ts'
import { defineRoutes } from '../route.ts'
import { Documents } from './documents.ts'
import { House } from './house.ts'
import { Look } from './look.ts'
import { ProfileFields } from '../profiles/fields.ts'
import { QuestionBank } from '../profiles/own-questions.ts'
import { Emails } from './emails.ts'
import { ProfileValues } from '../profiles/values.ts'
import { Operator } from './operator.ts'
import { Texts } from './texts.ts'
import { translated } from './translated.ts'
import { dataOf, emailText, formText, id, instant, lineText, shown, text, wholeNumber } from '../text.ts'

/** Lists of words that raise a report's priority, or warn the reader of a message. */
export const wordListNames = ['minors', 'intimate', 'threats', 'fraud', 'hate', 'money', 'elsewhere'] as const
export type WordListName = (typeof wordListNames)[number]

/** Days before the first charge, or 0 for no trial. */
const trial = z.int().check(z.gte(0, 'Enter {minimum} or more.'), z.lte(90, 'Enter {maximum} or less.'))

const turns = z.int().check(z.gte(0, 'Enter {minimum} or more.'), z.lte(100, 'Enter {maximum} or less.'))

/** A price in the currency's smallest unit. Stripe allows eight digits. */
const price = z.int().check(z.gte(1, 'Enter {minimum} or more.'), z.lte(99_999_999, 'Enter a lower price.'))
const isCode = /^[A-Z]{3}$/
const currency = formText(isCode, 'Choose a currency.').check(
  z.refine((code) => !isCode.test(code) || currencyCodes.includes(code), 'Stripe doesn’t charge in this currency.'),
)

/** Stripe can't charge every price in every currency. */
const priceChecks = planNames.flatMap((plan) => [
  z.refine<Priced>(({ prices, currency: code }) => prices[plan] >= leastOf(code), {
    message: 'This price is too low for the currency.',
    path: ['prices', plan],
  }),
  z.refine<Priced>(({ prices, currency: code }) => prices[plan] % stepOf(code) === 0, {
    message: 'This currency doesn’t have amounts this small. Round the price.',
    path: ['prices', plan],
  }),
])
type Priced = { currency: string; prices: Record<PlanName, number> }

export const Rule = z.strictObject({ title: lineText(80), text: text(1, 1000) })
export type Rule = z.infer<typeof Rule>

/** A rule whose own title and text are in English. */
export const ConfiguredRule = z.extend(Rule, { translations: translated(Rule) })
export type ConfiguredRule = z.infer<typeof ConfiguredRule>

const figure = { value: lineText(12), label: lineText(40) }
export const ConfiguredFigure = z.strictObject({ ...figure, translations: translated(lineText(40)) })
export type ConfiguredFigure = z.infer<typeof ConfiguredFigure>

export const CannedReply = z.strictObject({
  /** The shortcut that inserts the reply: /code. */
  code: formText(/^[a-z0-9-]{1,20}$/, 'Use up to 20 lowercase letters, digits and hyphens.'),
  title: lineText(60),
  text: text(1, 2000),
  /** Translations of the text. The title has none, because only staff read it. */
  translations: translated(text(1, 2000)),
})
export type CannedReply = z.infer<typeof CannedReply>

/** A word or short phrase. A trailing asterisk matches any ending. */
export const ListedWord = lineText(40).check(
  z.refine((value) => /[\p{L}\p{N}]/u.test(value), 'Each entry needs a letter or a digit.'),
)
export const WordList = z.array(ListedWord).check(z.maxLength(200, 'At most {maximum} words.'))

/** Everything an operator sets. A recipe has some of it. */
export const settings = {
  brand: lineText(40),
  supportEmail: emailText,
  currency,
  prices: z.strictObject({ monthly: price, quarterly: price, annual: price }),
  automaticTax: z.boolean(),
  trialDays: z.strictObject({ monthly: trial, quarterly: trial, annual: trial }),
  /** The number of conversations waiting for a member's reply that pauses their likes, or 0 for no limit. */
  yourTurnLimit: turns,
  /** The marketing stats on /home. There may be none. */
  figures: z.array(ConfiguredFigure).check(z.maxLength(8, 'At most {maximum} stats.')),
  /** The community rules in order. Decisions cite their numbers. */
  rules: z
    .array(ConfiguredRule)
    .check(z.minLength(1, 'Add at least one rule.'), z.maxLength(30, 'At most {maximum} rules.')),
  cannedReplies: z.array(CannedReply).check(
    z.maxLength(50, 'At most {maximum} replies.'),
    z.refine((all) => new Set(all.map(({ code }) => code)).size === all.length, 'Two replies have the same code.'),
  ),
  wordLists: z.strictObject({
    minors: WordList,
    intimate: WordList,
    threats: WordList,
    fraud: WordList,
    hate: WordList,
    money: WordList,
    elsewhere: WordList,
  }),
  // Sections that may be absent: then everything is as installed.
  operator: z.optional(Operator),
  documents: z.optional(Documents),
  look: z.optional(Look),
  admission: z.optional(Admission),
  age: z.optional(Age),
  house: z.optional(House),
  /** The community’s own profile fields, in order. */
  fields: z.optional(ProfileFields),
  /** What members can choose on their profiles. */
  profileValues: z.optional(ProfileValues),
  /** The compatibility questions. Absent, only ours are asked. */
  questions: z.optional(QuestionBank),
  /** The offered languages, and the operator’s own words for texts of the product. */
  texts: z.optional(Texts),
  /** The operator’s own subject, opening and closing of emails. */
  emails: z.optional(Emails),
  /** The guide through the first steps isn’t offered any more. */
  firstSteps: z.optional(z.literal('done')),
}

export const Configuration = z.strictObject(settings).check(...priceChecks)
export type Configuration = z.infer<typeof Configuration>

const versioned = {
  version: z.number(),
  changedBy: z.nullable(shown),
  changedAt: z.nullable(instant),
  reason: z.nullable(shown),
}
export const ConfigurationVersion = z.strictObject({ ...versioned, configuration: Configuration })
export type ConfigurationVersion = z.infer<typeof ConfigurationVersion>

const versionAnswer = z.strictObject({ data: ConfigurationVersion })

export const configuration = defineRoutes({
  getRules: {
    method: 'GET',
    path: '/rules',
    access: 'anyone',
    summary: 'Get the current community rules',
    returns: dataOf({ rules: z.array(Rule) }),
  },
  getImprint: {
    method: 'GET',
    path: '/imprint',
    access: 'anyone',
    summary: 'See who runs this installation',
    returns: dataOf({ operator: Operator }),
  },
  getConfiguration: {
    method: 'GET',
    path: '/admin/configuration',
    access: 'staff:configuration',
    summary: 'Get the configuration',
    returns: versionAnswer,
  },
  listCannedReplies: {
    method: 'GET',
    path: '/admin/canned-replies',
    access: 'staff:reports.work',
    summary: 'List the canned replies, with texts in the language of the person who reads them',
    query: z.strictObject({ language: z._default(z.enum(languages), 'en') }),
    returns: dataOf({ replies: z.array(z.strictObject({ code: shown, title: shown, text: shown })) }),
  },
  changeConfiguration: {
    method: 'PUT',
    path: '/admin/configuration',
    access: 'staff:configuration',
    stepUp: true,
    most: 8192,
    summary: 'Save a new version of the configuration; send the version you last saw as If-Match',
    body: z.strictObject({ configuration: Configuration, reason: z.optional(text(1, 1000)) }),
    returns: versionAnswer,
    errors: ['conflict'],
  },
  listConfigurationVersions: {
    method: 'GET',
    path: '/admin/configuration/versions',
    access: 'staff:configuration',
    summary: 'List the versions of the configuration, newest first',
    returns: dataOf({
      versions: z.array(z.strictObject({ ...versioned, changed: z.array(shown), changedById: z.nullable(id) })),
    }),
  },
  getConfigurationVersion: {
    method: 'GET',
    path: '/admin/configuration/versions/:version',
    access: 'staff:configuration',
    summary: 'Get an earlier version of the configuration',
    params: z.strictObject({ version: wholeNumber(0, 1_000_000) }),
    returns: versionAnswer,
  },
})
