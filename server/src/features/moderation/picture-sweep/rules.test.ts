import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex, nearParts, toHex } from './rules.ts'

const fingerprint = fc.array(fc.constantFrom('0', '1'), { minLength: 64, maxLength: 64 }).map((bits) => bits.join(''))
const flipAll = (bits: string, places: readonly number[]) =>
  Array.from(bits, (bit, at) => (places.includes(at) ? (bit === '0' ? '1' : '0') : bit)).join('')

test('the index finds every fingerprint that differs in at most seven bits, and a fingerprint survives being written down', () => {
  const places = fc.uniqueArray(fc.integer({ min: 0, max: 63 }), { maxLength: 7 })
  fc.assert(
    fc.property(fingerprint, places, (one, differences) => {
      const other = flipAll(one, differences)
      const quarters = [0, 16, 32, 48].map((start) => other.slice(start, start + 16))
      expect(nearParts(one).some((near, at) => near.includes(quarters[at]!))).toBe(true)
      expect(fromHex(toHex(one))).toBe(one)
    }),
  )
})
