// How the words of a conversation look.

export const messageClass =
  'relative w-fit max-w-[min(30rem,80%)] rounded-[1.25rem] px-[0.9375rem] py-[0.5625rem] wrap-anywhere'
export const mineClass = 'self-end bg-(--pine-800) text-[oklch(0.98_0.008_100)]'
export const failedClass = 'self-end bg-surface text-ink shadow-[inset_0_0_0_1.5px_var(--danger)]'
/** The line below the member's last message that says whether it arrived. */
export const sentClass = 'flex items-center gap-1.5 self-end px-1 pt-1 text-caption'
export const typingDot = 'size-[0.4375rem] rounded-full bg-muted'

/** All that was said: it scrolls by itself. */
export const logClass = 'flex flex-1 flex-col gap-[0.1875rem] overflow-auto px-6 py-4 phone:px-4 phone:py-3'
