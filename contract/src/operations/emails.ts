import * as z from 'zod/mini'
import { languages } from '../languages.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, lineText, shown, text } from '../text.ts'

// An operator's own subject, opening and closing of each kind of email. What is between them stays ours: links, codes,
// decisions with their reasons, and what the law requires.

/** Each kind with the values that its texts can contain, besides those of all kinds. */
export const emailKinds = {
  verification: [],
  'already-registered': [],
  'address-refused': [],
  admission: [],
  'admission-asked': [],
  'admission-waiting': [],
  'admission-declined': [],
  age: [],
  'reset-password': [],
  'new-device': ['device', 'address', 'at'],
  'password-changed': ['at'],
  'passkey-added': ['name', 'at'],
  'passkey-removed': ['name', 'at'],
  'second-factor-on': ['at'],
  'second-factor-off': ['at'],
  'provider-linked': ['provider', 'at'],
  'provider-unlinked': ['provider', 'at'],
  'change-email': [],
  'email-change-planned': ['address', 'at'],
  'email-change-canceled': ['address'],
  'email-changed': ['address'],
  'reuse-detected': [],
  'wrong-passwords': [],
  'wrong-factors': [],
  notice: [],
  'date-reminder': ['at'],
  'fraud-warning': [],
  'picture-decided': [],
  decided: [],
  deactivated: [],
  activated: [],
  'edited-by-staff': ['what'],
  subscription: [],
  'terms-change': ['day'],
  'export-ready': [],
  'deletion-asked': ['due'],
  'deletion-cancelled': [],
  erased: ['at'],
  approval: [],
} as const
export type EmailKind = keyof typeof emailKinds
// `keys` types the keys as strings.
const kinds = Object.keys(emailKinds) as EmailKind[]

/** Their subjects say what happened, so they stay ours. Every other kind has always the same one. */
export const withOwnSubject: readonly EmailKind[] = [
  'admission',
  'admission-asked',
  'admission-waiting',
  'admission-declined',
  'age',
  'notice',
  'date-reminder',
  'fraud-warning',
  'picture-decided',
  'decided',
  'deactivated',
  'subscription',
  'terms-change',
  'approval',
]

/** Values of all kinds of emails. */
export const everyEmail = ['brand', 'support'] as const

export const valuesOf = (kind: EmailKind): readonly string[] => [...everyEmail, ...emailKinds[kind]]

export const EmailWords = z.strictObject({
  subject: z.optional(lineText(120)),
  /** Follows the greeting. */
  opening: z.optional(text(1, 1000)),
  /** Precedes the operator's details at the end. */
  closing: z.optional(text(1, 1000)),
})
export type EmailWords = z.infer<typeof EmailWords>

export const EmailKind = z.enum(kinds)
const Language = z.enum(languages)

type Problem = { part: keyof EmailWords; message: string; params?: Record<string, string> }

function problemsIn(kind: EmailKind, words: EmailWords): Problem[] {
  const known = valuesOf(kind)
  const unknown = (part: keyof EmailWords) =>
    (words[part]?.match(/\{[^{}]*\}?/g) ?? []).some((value) => !known.some((name) => value === `{${name}}`))
  const stray = (['subject', 'opening', 'closing'] as const).filter(unknown)
  const values = known.map((name) => `{${name}}`).join(', ')
  return [
    ...stray.map((part) => ({ part, message: 'Use only these values: {values}.', params: { values } })),
    ...(words.subject !== undefined && withOwnSubject.includes(kind)
      ? [{ part: 'subject' as const, message: 'The subject of this email can’t be changed.' }]
      : []),
  ]
}

export const Emails = z.partialRecord(EmailKind, z.partialRecord(Language, EmailWords)).check(({ value, issues }) => {
  for (const kind of kinds)
    for (const language of languages)
      for (const { part, message, params } of problemsIn(kind, value[kind]?.[language] ?? {}))
        issues.push({
          code: 'custom',
          input: value,
          path: [kind, language, part],
          message,
          ...(params ? { params } : {}),
        })
})
export type Emails = z.infer<typeof Emails>

const sample = z.strictObject({ kind: EmailKind, language: Language, words: EmailWords }).check(({ value, issues }) => {
  for (const { part, message, params } of problemsIn(value.kind, value.words))
    issues.push({ code: 'custom', input: value, path: ['words', part], message, ...(params ? { params } : {}) })
})

export const emails = defineRoutes({
  previewEmail: {
    method: 'POST',
    path: '/admin/emails/preview',
    access: 'staff:configuration',
    summary: 'See a kind of email with invented details',
    body: sample,
    returns: dataOf({ subject: shown, text: shown }),
  },
  sendTestEmail: {
    method: 'POST',
    path: '/admin/emails/test',
    access: 'staff:configuration',
    summary: 'Send yourself a kind of email with invented details',
    body: sample,
    returns: z.strictObject({ sent: z.literal(true) }),
  },
})
