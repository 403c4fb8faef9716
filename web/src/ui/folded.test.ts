import { expect, test } from 'vitest'
import { holds } from './folded.ts'

test('people are found however their names are typed', () => {
  expect(holds(['Anaïs', 'Lefèvre', null], 'lefevre')).toBe(true)
  expect(holds(['Sean', 'O’Neill'], "o'neill")).toBe(true)
  expect(holds(['Ines', 'Marlowe', 'ines@kindred.example'], ' Ines@ ')).toBe(true)
  expect(holds(['Ines', 'Marlowe'], 'inez')).toBe(false)
})
