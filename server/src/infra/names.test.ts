import { expect, test } from 'vitest'
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
  expect(nameOutside(name)).toBe(shown)
})

test('a name without usable letters is empty, so that nobody is greeted as “Someone”', () => {
  expect([safeName('\u200b\u2060'), safeName('42!')]).toEqual(['', ''])
})
