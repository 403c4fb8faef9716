import { expect } from 'vitest'

// Helpers shared by the tests of consents.

/** Registrations without any consent, and without the consent to use special categories of data. */
export const withoutTerms = { acceptTerms: undefined as never, acceptSpecialCategory: undefined as never }
export const withoutSpecial = { acceptSpecialCategory: false }

/** A refusal that names the missing consent's field. */
export const needs = (path: 'acceptTerms' | 'acceptSpecialCategory'): object => ({
  status: 403,
  code: 'consent_required',
  details: expect.objectContaining({ errors: [{ path, msg: expect.any(String) as string }] }) as object,
})
