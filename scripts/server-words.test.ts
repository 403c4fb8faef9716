import { parsePo } from 'pofile-ts'
import { expect, test } from 'vitest'
import { textsOf } from './server-texts.ts'
import { catalogFrom, problemIn } from './server-words.ts'

const importLine = "import { ApiError, message } from '@kindred/contract'\n"

test.each<[string, string, string[]]>([
  ['a text', "message('Sign in')", ['Sign in']],
  ['a text on two lines', "message('One line, ' + 'and another.')", ['One line, and another.']],
  ['an error', "throw new ApiError('conflict', 'It’s full.')", ['It’s full.']],
  ['the error of a field', "throw invalidField('slots', 'It’s full.')", ['It’s full.']],
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
  const texts = ['Sign in', 'Sign out'].map((text) => ({ text, file: 'x.ts', notes: [] }))
  const [first] = parsePo(catalogFrom(texts, 'de', [])).items
  const catalog = catalogFrom(texts.toReversed(), 'de', first ? [{ ...first, msgstr: ['Anmelden'] }] : [])
  expect(catalog).toContain('msgid "Sign in"\nmsgstr "Anmelden"')
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
