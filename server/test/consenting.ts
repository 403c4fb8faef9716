import { expect } from 'vitest'

// Helpers shared by the tests of consents.

/** Joins without any consent, or without the one to use special categories of data. */
export const withoutTerms = { acceptTerms: undefined as never, acceptSpecialCategory: undefined as never }
export const withoutSpecial = { acceptSpecialCategory: false }

/** The refusal that names a consent as the field that gives it. */
export const needs = (path: 'acceptTerms' | 'acceptSpecialCategory'): object => ({
  status: 403,
  code: 'consent_required',
  details: expect.objectContaining({ errors: [{ path, msg: expect.any(String) as string }] }) as object,
})
