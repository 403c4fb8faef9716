// Fingerprints are 64 bits, written as zeros and ones.

/** Pictures count as the same up to this many different bits. The index finds everything up to seven. */
export const MOST_DISTANCE = 6

const PARTS = [0, 16, 32, 48] as const
const flip = (part: string, at: number) => part.slice(0, at) + (part[at] === '0' ? '1' : '0') + part.slice(at + 1)

/**
 * For each quarter of a fingerprint, what the same quarter of a near one can be: itself, or itself with one other bit.
 * Two fingerprints with at most seven different bits have such a quarter in common.
 */
export const nearParts = (fingerprint: string): string[][] =>
  PARTS.map((start) => {
    const part = fingerprint.slice(start, start + 16)
    return [part, ...Array.from(part, (_, at) => flip(part, at))]
  })

export const fromHex = (hex: string): string => BigInt(`0x${hex}`).toString(2).padStart(64, '0')
export const toHex = (fingerprint: string): string => BigInt(`0b${fingerprint}`).toString(16).padStart(16, '0')
