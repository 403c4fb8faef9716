// Vibration for devices that support it, unless the user prefers reduced motion.

const swiped = [12]
const matched = [30]

function vibrate(pattern: number[]): void {
  if (!('vibrate' in navigator) || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // Browsers refuse it before the first tap, with a warning.
  if (navigator.userActivation?.hasBeenActive === false) return
  navigator.vibrate(pattern)
}

export const vibrateOnSwipe = (): void => vibrate(swiped)
export const vibrateOnMatch = (): void => vibrate(matched)
