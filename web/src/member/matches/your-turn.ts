import { CallFailed } from '../../api/failure.ts'

/** The deck whose likes are paused. Conversations with friends count for Friends only. */
export type Paused = 'dating' | 'friends'

let open: Paused | null = null
const listeners = new Set<() => void>()

export const shownYourTurn = (): Paused | null => open

export function setYourTurnShown(shown: Paused | null): void {
  open = shown
  listeners.forEach((listener) => listener())
}

export function onYourTurn(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the list of people who wait for an answer if that is why a like was refused, and returns true if so. */
export function showYourTurn(error: unknown, deck: Paused = 'dating'): boolean {
  const isRefused = error instanceof CallFailed && error.is('your_turn')
  if (isRefused) setYourTurnShown(deck)
  return isRefused
}
