import { expect, test } from 'vitest'
import { sourceFiles } from './architecture.ts'

test('Unicode is normalized by one function, which no text makes slow', () => {
  const elsewhere = [...sourceFiles()]
    .filter(([file, source]) => !file.endsWith('.test.ts') && /\.normalize\(/.test(source))
    .map(([file]) => file)
  // The web's has only what its own user typed.
  expect(elsewhere.toSorted()).toEqual(['contract/src/normalized.ts', 'web/src/ui/folded.ts'])
})
