import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex, nearParts, parseKnownFakes, toHex } from './rules.ts'

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

test('a list of known fakes has a fingerprint per line, with a note or the one of the file', () => {
  const text =
    '\uFEFF# Ours\r\n00ff00ff00ff00ff, A man in a white coat\r\n\r\nFFFFFFFFFFFFFFFF\n00FF00FF00FF00FF\tAgain\n'
  const { entries, problems } = parseKnownFakes(text, 'fakes.txt')
  expect(problems).toEqual([])
  expect(entries.map(({ fingerprint, note }) => [toHex(fingerprint), note])).toEqual([
    ['00ff00ff00ff00ff', 'Again'],
    ['ffffffffffffffff', 'fakes.txt'],
  ])
})

test('each mistake in a list of known fakes is named by its line, up to twenty', () => {
  const wrong = ['00ff', 'g0ff00ff00ff00ff', `00ff00ff00ff00ff ${'x'.repeat(301)}`, '00ff00ff00ff00ff a\u0000b']
  expect(parseKnownFakes(wrong.join('\n'), 'f').problems.map((each) => /line (\d)/i.exec(each)?.[1])).toEqual([
    '1',
    '2',
    '3',
    '4',
  ])
  expect(parseKnownFakes('# Nothing\n', 'f').problems).toEqual(['The file has no fingerprints.'])
  expect(parseKnownFakes('x\n'.repeat(50), 'f').problems.slice(19)).toEqual([
    expect.stringContaining('20'),
    'And 30 more.',
  ])
})

test('a line of spaces keeps no one waiting', () => {
  const line = `${'1'.repeat(16)}${' '.repeat(500_000)}a\u2028b`
  expect(parseKnownFakes(line, 'f').problems).toEqual(['Line 1 doesn’t start with 16 hexadecimal digits.'])
})
