import { languages } from '@kindred/contract/languages'
import { expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
import { languageOfCall, languageOfPage, localeOfCall } from './language.ts'

type Asking = { lang?: string | string[]; cookie?: string; accepts?: string }

const request = ({ lang, cookie, accepts }: Asking) => ({
  query: lang === undefined ? {} : { lang },
  headers: {
    ...(cookie === undefined ? {} : { cookie }),
    ...(accepts === undefined ? {} : { 'accept-language': accepts }),
  },
})
const pageLanguage = (asking: Asking, production = true) =>
  languageOfPage(request(asking), { production, DEFAULT_LANGUAGE: 'es' })

test.each<[Asking, string]>([
  [{ lang: 'ar', cookie: 'lang=fr', accepts: 'de' }, 'ar'],
  [{ lang: 'de-AT' }, 'de'],
  [{ lang: 'tlh', cookie: 'lang=fr', accepts: 'de' }, 'fr'],
  [{ cookie: 'theme=dark; lang=pt-BR; other=1', accepts: 'de' }, 'pt-BR'],
  [{ cookie: 'mylang=fr', accepts: 'nl, de;q=0.8, en;q=0.5' }, 'de'],
  [{ accepts: 'nl' }, 'es'],
  [{}, 'es'],
])('a page asked for with %j is in %s', (asking, language) => {
  expect(pageLanguage(asking)).toBe(language)
})

test.each<Asking>([
  { lang: '../../x' },
  { lang: ['de', 'ar'] },
  { lang: '__proto__' },
  { lang: '<script>' },
  { cookie: 'lang=<script>alert(1)</script>' },
  { cookie: 'lang=; lang' },
  { accepts: ';q=,;;=' },
  { accepts: 'x-'.repeat(100_000) },
  { lang: `${'a'.repeat(100_000)}-de`, cookie: `${'; '.repeat(50_000)}lang` },
])('input that names no language chooses none', (asking) => {
  expect(pageLanguage(asking)).toBe('es')
})

test('the language for development is for development', () => {
  expect(pageLanguage({ lang: 'en-XA' }, false)).toBe('en-XA')
  expect(pageLanguage({ cookie: 'lang=en-XA' }, false)).toBe('en-XA')
  expect(pageLanguage({ lang: 'en-XA' })).toBe('en')
})

test('a call is answered in the language of its header, or in English', () => {
  expect(languageOfCall(request({ accepts: 'de-AT, en;q=0.5' }))).toBe('de')
  expect(languageOfCall(request({ lang: 'ar', cookie: 'lang=fr' }))).toBe('en')
})

test('the region of a reader is known from the header, if our dates are written for it', () => {
  const regions = [
    'en-GB, en;q=0.5',
    'nl, de-AT',
    'pt-PT-u-ca-buddhist',
    'en',
    'nl',
    '',
    'en-US@posix',
    'x'.repeat(9999),
  ]
  expect(regions.map((accepts) => localeOfCall(request({ accepts })))).toEqual([
    'en-GB',
    'de-AT',
    'pt-PT',
    ...Array<undefined>(5).fill(undefined),
  ])
})

test('operators can choose each language as the default, and no other', () => {
  for (const DEFAULT_LANGUAGE of languages)
    expect(parseConfig({ DEFAULT_LANGUAGE }, '/').DEFAULT_LANGUAGE).toBe(DEFAULT_LANGUAGE)
  for (const DEFAULT_LANGUAGE of ['en-XA', 'de-AT', 'nl'])
    expect(() => parseConfig({ DEFAULT_LANGUAGE }, '/')).toThrow('DEFAULT_LANGUAGE must be en, de, fr, es, pt-BR or ar')
})
