// What a swipe means, from how far and how fast the finger was when it let go.

const FAR = 110
/** A flick needs less of the way: so many pixels, at so many in a millisecond. */
const [SHORT, FAST] = [24, 0.5]
/** How far back the speed is measured, in milliseconds. */
const RECENT = 100

export type Sample = { x: number; at: number }

export const recent = (samples: readonly Sample[], now: number): Sample[] =>
  samples.filter(({ at }) => now - at <= RECENT)

/** Pixels in a millisecond, to the right. */
export function velocityOf(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)]
  return first && last && last.at > first.at ? (last.x - first.x) / (last.at - first.at) : 0
}

/**
 * The choice of a swipe so far ahead along a line, or null if the card goes back. A card that is thrown back stays,
 * however far it was.
 */
export function choiceOf(aside: number, velocity: number): 'like' | 'pass' | null {
  const isFast = Math.abs(velocity) >= FAST
  const isBack = isFast && Math.sign(velocity) !== Math.sign(aside)
  const isEnough = Math.abs(aside) >= FAR || (isFast && Math.abs(aside) >= SHORT)
  if (!isEnough || isBack) return null
  return aside > 0 ? 'like' : 'pass'
}
