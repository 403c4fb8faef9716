import { i18n } from '@lingui/core'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { activateLanguage, withWords } from './load.ts'

const html = { lang: 'en', dir: 'ltr' }
let asked: string[] = []
let answers: Record<string, unknown> = {}

vi.stubGlobal('document', {
  documentElement: html,
  querySelector: () => ({ content: 'de-1 pt-BR-1 ar-1 fr-1 es-1' }),
})
vi.stubGlobal('fetch', async (address: string) => {
  const [, file = ''] = /^\/assets\/words\/(.*)\.json$/.exec(address) ?? []
  asked.push(file)
  const words = answers[file]
  return new Response(words ? JSON.stringify(words) : 'Not found.')
})
afterAll(async () => {
  await activateLanguage('en')
  vi.unstubAllGlobals()
})
beforeEach(async () => {
  answers = {}
  await activateLanguage('en')
  asked = []
})

const text = (id: string) => i18n._({ id, message: 'English' })

test('English needs no words', async () => {
  await expect(withWords('login-screen', async () => 'the module')).resolves.toBe('the module')
  expect(asked).toEqual([])
  expect(text('x')).toBe('English')
})

test('another language brings the words of all that is loaded, and then those of each new module', async () => {
  answers = { 'de-1/main': { a: ['Eins'] }, 'de-1/login-screen': { b: ['Zwei'] }, 'de-1/join-screen': { c: ['Drei'] } }
  await withWords('login-screen', async () => undefined)
  await expect(activateLanguage('de')).resolves.toBe(true)
  expect([text('a'), text('b'), text('c'), html.lang]).toEqual(['Eins', 'Zwei', 'English', 'de'])
  await withWords('join-screen', async () => undefined)
  await withWords('join-screen', async () => undefined)
  expect(text('c')).toBe('Drei')
  expect(asked.toSorted()).toEqual(['de-1/join-screen', 'de-1/login-screen', 'de-1/main'])
})

test('the page turns around with a language from right to left', async () => {
  answers = { 'ar-1/main': {} }
  await activateLanguage('ar')
  expect(html).toEqual({ lang: 'ar', dir: 'rtl' })
  await activateLanguage('en')
  expect(html).toEqual({ lang: 'en', dir: 'ltr' })
})

test('without its main texts a language is not activated, and can be selected again', async () => {
  await expect(activateLanguage('fr')).resolves.toBe(false)
  expect([html.lang, text('a')]).toEqual(['en', 'English'])
  answers = { 'fr-1/main': { a: ['Un'] } }
  await expect(activateLanguage('fr')).resolves.toBe(true)
  expect(text('a')).toBe('Un')
})

test('a module without its words is English, and asks for them when it is opened again', async () => {
  answers = { 'es-1/main': {} }
  await activateLanguage('es')
  await expect(withWords('join-screen', async () => 'the module')).resolves.toBe('the module')
  expect(text('c')).toBe('English')
  answers['es-1/join-screen'] = { c: ['Tres'] }
  await withWords('join-screen', async () => undefined)
  expect(text('c')).toBe('Tres')
})

test('of two selections the later one counts, even if the earlier one fails', async () => {
  answers = { 'ar-1/main': {} }
  await Promise.all([activateLanguage('pt-BR'), activateLanguage('ar')])
  expect(html.lang).toBe('ar')
})
