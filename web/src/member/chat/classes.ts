const shapeClass = 'relative max-w-[min(30rem,80%)] rounded-[1.25rem] wrap-anywhere'
const insetClass = 'px-[0.9375rem] py-[0.5625rem]'
export const messageClass = `${shapeClass} ${insetClass} w-fit`
/** A photo fills its bubble to the edges. Only the text has padding. */
export const photoMessageClass = `${shapeClass} w-72`
export const besidePhotoClass = `block ${insetClass}`
export const mineClass = 'self-end bg-(--pine-800) text-[oklch(0.98_0.008_100)]'
/** Messages that follow each other are drawn as one group: their corners on the writer’s side are small. */
export const groupClass = (mine: boolean, follows: boolean, leads: boolean): string =>
  [
    follows && (mine ? 'rounded-se-[0.375rem]' : 'rounded-ss-[0.375rem]'),
    leads && (mine ? 'rounded-ee-[0.375rem]' : 'rounded-es-[0.375rem]'),
  ]
    .filter(Boolean)
    .join(' ')
export const failedClass = 'self-end bg-surface text-ink shadow-[inset_0_0_0_1.5px_var(--danger)]'
export const sentClass = 'flex items-center gap-1.5 self-end px-1 pt-1 text-caption'
export const typingDot = 'size-[0.4375rem] rounded-full bg-muted'

export const logClass =
  'flex flex-1 flex-col gap-[0.1875rem] overflow-x-hidden overflow-y-auto px-6 py-4 phone:px-4 phone:py-3'
