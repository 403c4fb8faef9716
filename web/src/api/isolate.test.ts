import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { isolateIn } from './isolate.ts'

function sentences(locale: string, gender?: string) {
  const i18n = setupI18n({ locale, messages: { [locale]: {} } })
  isolateIn(i18n, () => gender)
  return i18n
}

test('a name that runs the other way stays together in a sentence, in each way to write one', () => {
  const i18n = sentences('en')
  const message = '{name} likes {count, plural, one {# photo} other {# photos}}.'
  const written = '\u2068ליאת\u2069 likes 2 photos.'
  expect(i18n._({ id: 'a', message, values: { name: 'ליאת', count: 2 } })).toBe(written)
  expect(i18n.t('a', { name: 'ליאת', count: 2 }, { message })).toBe(written)
  expect(i18n._({ id: 'a', message, values: { name: 'Ana', count: 1 } })).toBe('Ana likes 1 photo.')
})

test('a Latin name stays together in an Arabic sentence, and the keys of variants are left alone', () => {
  const i18n = sentences('ar')
  const message = '{name}: {kind, select, like {أعجبك} other {لا}}'
  expect(i18n._({ id: 'a', message, values: { name: 'Ana', kind: 'like' } })).toBe('\u2068Ana\u2069: أعجبك')
})

test('a sentence can address women and men by the forms of their language, in each way to write one', () => {
  const message = '{viewer, select, woman {اختاري} man {اختر} other {يُرجى اختيار}} صورة'
  expect(sentences('ar', 'woman')._({ id: 'a', message })).toBe('اختاري صورة')
  expect(sentences('ar', 'man').t('a', { count: 1 }, { message })).toBe('اختر صورة')
  expect(sentences('ar').t('a', undefined, { message })).toBe('يُرجى اختيار صورة')
})
