import { readFileSync } from 'node:fs'

// The passwords that attackers try first: over four hundred thousand of them as a filter of a megabyte. It knows each of them, and takes
// one other text in a hundred thousand for one. Every look reads as many bits, whatever is asked for. Made by npm run common-passwords.

const PROBES = 16

/** The bits that stand for a text: two hashes of it (FNV-1a and one of its kind), combined for each probe. */
function* placesOf(text: string, bits: number): Generator<number> {
  let [one, other] = [0x811c9dc5, 0x9747b28c]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    one = Math.imul(one ^ unit, 0x01000193)
    other = Math.imul(other ^ unit, 0x5bd1e995)
    other ^= other >>> 15
  }
  for (let probe = 0; probe < PROBES; probe++) {
    yield (one >>> 0) % bits
    one = (one + other) | 0
    other = (other + probe) | 0
  }
}

export function filterOf(texts: Iterable<string>, bytes: number): Uint8Array {
  const filter = new Uint8Array(bytes)
  for (const text of texts) for (const place of placesOf(text, bytes * 8)) filter[place >> 3]! |= 1 << (place & 7)
  return filter
}

const common = readFileSync(new URL('common-passwords.bin', import.meta.url))

export function isCommon(text: string): boolean {
  let missing = 0
  for (const place of placesOf(text, common.length * 8)) missing |= ~common[place >> 3]! & (1 << (place & 7))
  return missing === 0
}
