// A fingerprint of what a picture looks like (a perceptual hash): the signs of its lowest frequencies, against their
// median. Copies that were resized, compressed again or slightly cropped differ from it in a few of its 64 bits, and
// other pictures in about 32.

/** The picture that the fingerprint is made of has this many gray pixels on each side. */
export const FINGERPRINT_SIDE = 32
const FREQUENCIES = 8
/** A frequency below this is noise. A picture with fewer others shows nothing to recognize it by. */
const NOISE = 96
const LEAST_FREQUENCIES = 12

const cosines = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Array.from({ length: FINGERPRINT_SIDE }, (_, at) =>
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * FINGERPRINT_SIDE)),
  ),
)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The lowest frequencies of a discrete cosine transform, row by row. */
function frequenciesOf(pixels: Uint8Array): number[] {
  const rows = Array.from({ length: FINGERPRINT_SIDE }, (_, y) =>
    cosines.map((wave) => sum(wave.map((factor, x) => factor * (pixels[y * FINGERPRINT_SIDE + x] ?? 0)))),
  )
  return cosines.flatMap((wave) =>
    cosines.map((_, across) => sum(wave.map((factor, y) => factor * (rows[y]?.[across] ?? 0)))),
  )
}

/** The fingerprint as 64 zeros and ones, or null for a flat picture, which would resemble every other flat one. */
export function fingerprintOf(pixels: Uint8Array): string | null {
  // The first one is the brightness, which says nothing about what is shown.
  const details = frequenciesOf(pixels).slice(1)
  if (details.filter((detail) => Math.abs(detail) > NOISE).length < LEAST_FREQUENCIES) return null
  const median = details.toSorted((a, b) => a - b)[details.length >> 1] ?? 0
  return `0${details.map((detail) => (detail > median ? '1' : '0')).join('')}`
}
