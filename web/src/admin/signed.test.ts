import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { signedOf } from './signed.ts'

const of = (locale: string) => signedOf(setupI18n({ locale, locales: locale, messages: { [locale]: {} } }))

test('numbers have a sign unless they are zero, and in Arabic it stays on its side', () => {
  const { signed, signedPercent } = of('en')
  expect([signed(5), signed(-5), signedPercent(0.26), signedPercent(0), signedPercent(-1)]).toEqual([
    '+5',
    '-5',
    '+26%',
    '0%',
    '-100%',
  ])
  expect(of('ar').signed(5)).toMatch(/^\u2068.*\+5.*\u2069$/)
})
