import { message } from '@kindred/contract'
import { expect, test } from 'vitest'
import { write } from './language/write.ts'
import { nameOutside, safeName } from './names.ts'

test.each([
  ['Zoë', 'Zoë'],
  ["Siân O'Neill-García", "Siân O'Neill-García"],
  ['Win at casino.example', 'Win at casinoexample'],
  ['https://casino.example/x?y', 'httpscasinoexamplexy'],
  ['\u202eadA', 'adA'],
  ['\u200b\u2060', 'Someone'],
  ['A\r\nBcc: all', 'ABcc all'],
  ['x'.repeat(50), `${'x'.repeat(29)}…`],
  ['ليلى', '\u2068ليلى\u2069'],
])('%j appears in emails as %j', (name, shown) => {
  expect(write('en', nameOutside(name))).toBe(shown)
})

test('a sentence about a name without usable letters says “Someone” in the language of its reader', () => {
  const text = message('{name} suggests a date', { name: nameOutside('42!') })
  expect([write('en', text), write('de', text)]).toEqual(['Someone suggests a date', 'Jemand schlägt ein Date vor'])
})

test('a name without usable letters is empty, so that no one is greeted as “Someone”', () => {
  expect([safeName('\u200b\u2060'), safeName('42!')]).toEqual(['', ''])
})
