import { expect, test } from 'vitest'
import { translated } from '../contract/src/languages.ts'
import { keyOf } from '../server/src/infra/language/catalogs.ts'
import { serverTexts, textsOf } from './server-texts.ts'
import { catalogFrom, GIVEN, problemIn, readItems } from './server-words.ts'

const { texts, problems } = serverTexts()

test('every text of the server can be collected for the translators', () => {
  expect(problems).toEqual([])
  expect(texts.length).toBeGreaterThan(900)
})

test.each(translated)('the catalog %s has exactly the texts of the server', (language) => {
  const listed = readItems(language).map(({ msgid, msgctxt }) => keyOf(msgid, msgctxt))
  const needed = new Set(texts.map(({ text, context }) => keyOf(text, context)))
  expect({
    missing: [...needed].filter((text) => !listed.includes(text)),
    gone: listed.filter((text) => !needed.has(text)),
    run: 'npm run words',
  }).toEqual({ missing: [], gone: [], run: 'npm run words' })
})

test.each(translated)('every translation into %s has the values of its text', (language) => {
  expect(
    readItems(language).flatMap(({ msgid, msgstr: [translation] }) => {
      const problem = translation ? problemIn(msgid, translation, GIVEN) : undefined
      return problem ? [`${msgid}: ${problem}`] : []
    }),
  ).toEqual([])
})

const importLine = "import { ApiError, message } from '@kindred/contract'\n"

test.each<[string, string, string[]]>([
  ['a text', "message('Sign in')", ['Sign in']],
  ['a text on two lines', "message('One line, ' + 'and another.')", ['One line, and another.']],
  ['an error', "throw new ApiError('conflict', 'It’s full.')", ['It’s full.']],
  ['one of two', "new ApiError('conflict', isOld ? 'Too old.' : message('Too young.'))", ['Too old.', 'Too young.']],
])('%s is found', (_, source, found) => {
  const { texts: all, problems: wrong } = textsOf('server/src/features/a.ts', importLine + source)
  expect([all.map(({ text }) => text), wrong]).toEqual([found, []])
})

test.each<[string, string]>([
  ['a template', 'message(`You have ${count}.`)'],
  ['a template in an error', "new ApiError('conflict', `You have ${count}.`)"],
  ['a variable', 'message(text)'],
  ['a constant without say', "const full = 'It’s full.'\nthrow new ApiError('conflict', full)"],
])('%s is refused, because translators would never see it', (_, source) => {
  expect(textsOf('server/src/features/a.ts', importLine + source).problems).toHaveLength(1)
})

test('a translation keeps its place when texts are collected again', () => {
  const [first] = readItems('de')
  const catalog = catalogFrom(texts, 'de', first ? [{ ...first, msgstr: ['Auf Deutsch'] }] : [])
  expect(catalog).toContain(`msgid "${first?.msgid}"\nmsgstr "Auf Deutsch"`)
})

test.each<[string, string, boolean]>([
  ['Hi {name},', 'Hallo {name},', true],
  ['Hi {name},', 'Hallo,', false],
  ['Hi {name},', 'Hallo {vorname},', false],
  ['Hi {name},', 'Hallo {name,', false],
  ['{count, plural, one {# day} other {# days}}', '{count, plural, two {يومان} other {# يوم}}', true],
  ['Sign in', 'Anmelden {name}', false],
])('“%s” can be translated as “%s”: %s', (text, translation, isUsable) => {
  expect(problemIn(text, translation) === undefined).toBe(isUsable)
})
