import { readFileSync } from 'node:fs'

// The passwords that attackers try first: more than 400,000 of them, in a Bloom filter of 1 MB. It contains all of them
// and wrongly matches one in 100,000 other texts. Every lookup reads the same number of bits, so that its duration
// reveals nothing. `npm run common-passwords` writes the filter.

const PROBES = 16

/** Combines two hashes (FNV-1a and a variant) for each probe. */
function* bitsOf(text: string, size: number): Generator<number> {
  let [one, other] = [0x811c9dc5, 0x9747b28c]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    one = Math.imul(one ^ unit, 0x01000193)
    other = Math.imul(other ^ unit, 0x5bd1e995)
    other ^= other >>> 15
  }
  for (let probe = 0; probe < PROBES; probe++) {
    yield (one >>> 0) % size
    one = (one + other) | 0
    other = (other + probe) | 0
  }
}

export function filterOf(texts: Iterable<string>, bytes: number): Uint8Array {
  const filter = new Uint8Array(bytes)
  for (const text of texts)
    for (const bit of bitsOf(text, bytes * 8)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7))
  return filter
}

const common = readFileSync(new URL('common-passwords.bin', import.meta.url))

export function isCommon(text: string): boolean {
  let missing = 0
  for (const bit of bitsOf(text, common.length * 8)) missing |= ~common.readUInt8(bit >> 3) & (1 << (bit & 7))
  return missing === 0
}
