import * as z from 'zod/mini'
import { Done } from './auth.ts'
import { languages } from '../languages.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, instant, secretText, shown } from '../text.ts'

export const ConsentKind = z.enum(['terms', 'age', 'special_category', 'sensitive_fields'])
export type ConsentKind = z.infer<typeof ConsentKind>

export const Consent = z.strictObject({
  kind: ConsentKind,
  version: shown,
  currentVersion: shown,
  givenAt: instant,
  withdrawnAt: z.nullable(instant),
})

const languageChoice = z.strictObject({ language: z.enum(languages) })

export const account = defineRoutes({
  changePassword: {
    method: 'PUT',
    path: '/auth/password',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Change your password and end all other sessions',
    body: z.strictObject({ currentPassword: z.optional(secretText), password: secretText }),
    returns: Done,
    errors: ['invalid_credentials', 'weak_password', 'step_up_required'],
  },
  setLanguage: {
    method: 'PUT',
    path: '/auth/language',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Choose the language of the app, emails and notifications',
    body: languageChoice,
    returns: languageChoice,
  },
  listConsents: {
    method: 'GET',
    path: '/auth/consents',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'List your consents with their versions and dates',
    returns: dataOf({
      consents: z.array(Consent),
      /**
       * The time when data covered by a withdrawn consent is erased. Until then, giving the consent again restores it.
       */
      erasesAt: z.nullable(instant),
    }),
  },
  setConsent: {
    method: 'PUT',
    path: '/auth/consents/:kind',
    access: 'session',
    beforeTerms: 'everyone',
    summary: 'Give or withdraw a consent',
    params: z.strictObject({ kind: ConsentKind }),
    body: z.strictObject({ given: z.boolean() }),
    returns: Done,
    errors: ['conflict'],
  },
})
