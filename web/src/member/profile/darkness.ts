// Whether a photo is dark all over. Skin of any tone must not decide it: the whole picture counts, and above all its
// bright end. In good light, even the darkest skin has highlights, also before a black backdrop (advice.test.ts). The
// stored placeholder can't tell: it loses exactly these highlights.

/** Photos are reduced to this size, which averages out noise. */
export const DARKNESS_SIZE = { width: 48, height: 60 }

/** The brightness below which a pixel counts as dark, and the share of such pixels, from 0 to 1. */
const [DARK, MOSTLY] = [0.15, 0.7]
/** A photo with at least a hundredth of pixels brighter than this has light in it. */
const [LIGHT, FEW] = [0.2, 0.01]

const brightnessAt = (pixels: Uint8ClampedArray, at: number): number =>
  (0.2126 * (pixels[at] ?? 0) + 0.7152 * (pixels[at + 1] ?? 0) + 0.0722 * (pixels[at + 2] ?? 0)) / 255

/** `pixels` are red, green, blue and alpha, each from 0 to 255, as a canvas has them. */
export function isDark(pixels: Uint8ClampedArray): boolean {
  const count = pixels.length / 4
  const brightness = Array.from({ length: count }, (_, at) => brightnessAt(pixels, 4 * at))
  const shareOf = (holds: (value: number) => boolean) => brightness.filter(holds).length / count
  return shareOf((value) => value >= LIGHT) < FEW && shareOf((value) => value < DARK) >= MOSTLY
}
