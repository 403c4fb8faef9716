import { CallFailed } from '../../api/failure.ts'

let isOpen = false
const listeners = new Set<() => void>()

export const isYourTurnShown = (): boolean => isOpen

export function setYourTurnShown(shown: boolean): void {
  isOpen = shown
  listeners.forEach((listener) => listener())
}

export function onYourTurn(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the list of people who wait for an answer if that is why a like was refused, and returns true if so. */
export function showYourTurn(error: unknown): boolean {
  const isRefused = error instanceof CallFailed && error.is('your_turn')
  if (isRefused) setYourTurnShown(true)
  return isRefused
}
