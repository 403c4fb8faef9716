import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { formatsOf } from './formats.ts'

const of = (locale: string, locales = locale) =>
  formatsOf(setupI18n({ locale, locales, messages: { [locale]: {} } }), locale === 'ar' ? 'rtl' : 'ltr')

/** All of them, with the marks that don’t show made visible. */
const written = ({ range, atLeast, signed, percent, signedPercent, dayRange }: ReturnType<typeof formatsOf>) =>
  [
    range(56, 90),
    atLeast(56),
    signed(5),
    percent(0.12),
    signedPercent(0.26),
    signedPercent(0),
    dayRange('2026-11-01T12:00:00Z', '2026-12-01T12:00:00Z', 'short'),
  ].map((each) =>
    each
      .replaceAll('\u2068', '[')
      .replaceAll('\u2069', ']')
      .replaceAll(/[\u200e\u200f\u061c]/g, '')
      .replaceAll(/[\u00a0\u2009\u202f]/g, ' '),
  )

test('ranges and signs are written as the language does', () => {
  expect(written(of('en'))).toEqual(['56–90', '56+', '+5', '12%', '+26%', '0%', '11/1/26 – 12/1/26'])
  expect(written(of('de'))).toEqual(['56–90', '56+', '+5', '12 %', '+26 %', '0 %', '01.11. – 01.12.26'])
})

test('in Arabic, each is isolated from the letters around it, whichever digits it has', () => {
  for (const formats of [of('ar'), of('ar', 'ar-EG')])
    for (const each of written(formats)) expect(each).toMatch(/^\[[^[\]]+\]$/)
  expect(written(of('ar')).slice(0, 3)).toEqual(['[56–90]', '[56+]', '[+5]'])
  expect(written(of('ar', 'ar-EG')).slice(0, 2)).toEqual(['[٥٦–٩٠]', '[٥٦+]'])
})
