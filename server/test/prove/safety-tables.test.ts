import { expect, test } from 'vitest'
import { checkedAt as lawsAsOf } from '../../../contract/src/safety/criminalized.ts'
import { checkedAt as numbersAsOf } from '../../../contract/src/safety/emergency-numbers.ts'

const A_YEAR = 366 * 86_400_000

test('the tables are less than a year old: check every line against the sources, then change the date', () => {
  for (const date of [lawsAsOf, numbersAsOf]) expect(Date.now() - Date.parse(date)).toBeLessThan(A_YEAR)
})
