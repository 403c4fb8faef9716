import { expect, test } from 'vitest'
import { sourceFiles } from './architecture.ts'

test('Unicode is normalized by one function, which no text makes slow', () => {
  const elsewhere = [...sourceFiles()]
    .filter(([file, source]) => !file.endsWith('.test.ts') && /\.normalize\(/.test(source))
    .map(([file]) => file)
  // The web app's file normalizes only its own user's input.
  expect(elsewhere.toSorted()).toEqual(['contract/src/normalized.ts', 'web/src/ui/folded.ts'])
})
