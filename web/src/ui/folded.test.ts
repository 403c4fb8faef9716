import { expect, test } from 'vitest'
import { matchesText } from './folded.ts'

test('people are found however their names are typed', () => {
  expect(matchesText(['Anaïs', 'Lefèvre', null], 'lefevre')).toBe(true)
  expect(matchesText(['Sean', 'O’Neill'], "o'neill")).toBe(true)
  expect(matchesText(['Ines', 'Marlowe', 'ines@kindred.example'], ' Ines@ ')).toBe(true)
  expect(matchesText(['Ines', 'Marlowe'], 'inez')).toBe(false)
})

test('words are found whole, wherever they may be hyphenated', () => {
  expect(matchesText(['Blind\u00adprüfungen'], 'blindprüf')).toBe(true)
})
