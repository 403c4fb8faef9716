import type { Action } from '@kindred/contract/matching/choices'

// Evaluates a swipe by its distance and its speed on release.

const FAR = 110
/** A flick needs less distance: this many pixels, at this speed in pixels per millisecond. */
const [SHORT, FAST] = [24, 0.5]
/** The speed is measured over the last milliseconds before release. */
const RECENT = 100

/** Distances ahead (in the direction of reading) and up. */
export type Move = { ahead: number; up: number }
export type Sample = Move & { at: number }

export const recent = (samples: readonly Sample[], now: number): Sample[] =>
  samples.filter(({ at }) => now - at <= RECENT)

/** The velocity in pixels per millisecond. */
export function velocityOf(samples: readonly Sample[]): Move {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at <= first.at) return { ahead: 0, up: 0 }
  const time = last.at - first.at
  return { ahead: (last.ahead - first.ahead) / time, up: (last.up - first.up) / time }
}

/** The action that a card is pulled toward. Up wins if the card is higher than it is to a side. */
export function pulledTo({ ahead, up }: Move): { action: Action; distance: number } {
  if (up > Math.abs(ahead)) return { action: 'superlike', distance: up }
  return { action: ahead > 0 ? 'like' : 'pass', distance: Math.abs(ahead) }
}

/** How far a card is pulled, from 0 to 1, at which it leaves on release. */
export const pullOf = (move: Move): number => Math.min(1, pulledTo(move).distance / FAR)

/**
 * The result of a swipe with this distance and velocity, or null if the card returns. A card that is flicked back
 * stays, however far out it was.
 */
export function swipeResult(move: Move, velocity: Move): Action | null {
  const { action, distance } = pulledTo(move)
  const speed = { like: velocity.ahead, pass: -velocity.ahead, superlike: velocity.up }[action]
  const isEnough = distance >= FAR || (speed >= FAST && distance >= SHORT)
  return isEnough && speed > -FAST ? action : null
}
