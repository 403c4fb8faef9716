import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { arabicFont, FONT } from './arabic-font.ts'

test('the stored Arabic font is the part of Noto Sans Arabic that pages need', async () => {
  const stored = readFileSync(FONT)
  expect(stored.length).toBeLessThan(40_000)
  expect(Buffer.compare(stored, await arabicFont()), 'Run npm run arabic-font.').toBe(0)
})
