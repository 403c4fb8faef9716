import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { formatsOf } from './formats.ts'

const of = (locale: string, locales = locale) => formatsOf(setupI18n({ locale, locales, messages: { [locale]: {} } }))

/** All formats, with invisible characters made visible. */
const written = ({ range, atLeast, percent }: ReturnType<typeof formatsOf>) =>
  [range(56, 90), atLeast(56), percent(0.12)].map((each) =>
    each
      .replaceAll('\u2068', '[')
      .replaceAll('\u2069', ']')
      .replaceAll(/[\u200e\u200f\u061c]/g, '')
      .replaceAll(/[\u00a0\u2009\u202f]/g, ' '),
  )

test('ranges and signs are written as the language does', () => {
  expect(written(of('en'))).toEqual(['56–90', '56+', '12%'])
  expect(written(of('de'))).toEqual(['56–90', '56+', '12 %'])
})

test('in Arabic, each is isolated from the letters around it, whichever digits it has', () => {
  for (const formats of [of('ar'), of('ar', 'ar-EG')])
    for (const each of written(formats)) expect(each).toMatch(/^\[[^[\]]+\]$/)
  expect(written(of('ar')).slice(0, 2)).toEqual(['[56–90]', '[56+]'])
  expect(written(of('ar', 'ar-EG')).slice(0, 2)).toEqual(['[٥٦–٩٠]', '[٥٦+]'])
})
