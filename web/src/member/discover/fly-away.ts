import type { Action } from '@kindred/contract/matching/choices'
import { ahead, startOf } from '../../ui/direction.ts'

/** Each to the side of its button. */
const flights: Record<Action, (ahead: 1 | -1) => string> = {
  pass: (ahead) => `translateX(${ahead * -120}vw) rotate(${ahead * -8}deg)`,
  like: (ahead) => `translateX(${ahead * 120}vw) rotate(${ahead * 8}deg)`,
  superlike: () => 'translateY(-120vh)',
}

/** Lets copies of a card's parts leave together, from where the finger let them go. The next card is there at once. */
export function flyAway(parts: readonly HTMLElement[], action: Action): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  for (const part of parts) flyPart(part, action)
}

function flyPart(part: HTMLElement, action: Action): void {
  const { transform: from, transformOrigin } = part.style
  part.style.transform = ''
  const box = part.getBoundingClientRect()
  const { top, width, height } = box
  const copy = document.createElement('div')
  copy.append(part.cloneNode(true))
  copy.inert = true
  copy.ariaHidden = 'true'
  copy.className = 'pointer-events-none fixed z-3'
  Object.assign(copy.style, {
    insetInlineStart: `${startOf(box)}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    transformOrigin,
  })
  // Drawn with the first frame, not after a moment without a picture.
  for (const picture of copy.querySelectorAll('img')) picture.decoding = 'sync'
  document.body.append(copy)
  const flight = copy.animate([{ transform: from || 'none' }, { transform: flights[action](ahead()), opacity: 0 }], {
    duration: 320,
    easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  })
  flight.onfinish = flight.oncancel = () => copy.remove()
}
