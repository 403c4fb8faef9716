import { i18n } from '@lingui/core'
import { expect, onTestFinished, test } from 'vitest'
import { inLanguage } from './in-language.ts'

test('a text is read in the language of that moment', () => {
  const before = i18n.locale
  onTestFinished(() => i18n.activate(before))
  const texts = inLanguage({ yes: { id: 'a-text', message: 'Yes' } })
  expect(texts.yes).toBe('Yes')
  i18n.loadAndActivate({ locale: 'fr', messages: { 'a-text': ['Oui'] } })
  expect(texts.yes).toBe('Oui')
})
