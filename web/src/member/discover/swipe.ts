// Evaluates a swipe by its distance and its speed on release.

const FAR = 110
/** A flick needs less distance: this many pixels, at this speed in pixels per millisecond. */
const [SHORT, FAST] = [24, 0.5]
/** The speed is measured over the last milliseconds before release. */
const RECENT = 100

export type Sample = { x: number; at: number }

export const recent = (samples: readonly Sample[], now: number): Sample[] =>
  samples.filter(({ at }) => now - at <= RECENT)

/** The velocity to the right, in pixels per millisecond. */
export function velocityOf(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)]
  return first && last && last.at > first.at ? (last.x - first.x) / (last.at - first.at) : 0
}

/**
 * The result of a swipe with this distance and velocity, or null if the card returns. A card that is flicked back
 * stays, however far out it was.
 */
export function swipeResult(aside: number, velocity: number): 'like' | 'pass' | null {
  const isFast = Math.abs(velocity) >= FAST
  const isBack = isFast && Math.sign(velocity) !== Math.sign(aside)
  const isEnough = Math.abs(aside) >= FAR || (isFast && Math.abs(aside) >= SHORT)
  if (!isEnough || isBack) return null
  return aside > 0 ? 'like' : 'pass'
}
