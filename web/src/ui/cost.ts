/** The cost of a filter: a text, a bar whose share is in `--w`, and a button to drop the filter. */
export const costClass = 'grid grid-cols-[5.5rem_1fr_auto] items-center gap-3 text-small text-ink-2'
export const shareBarClass = 'h-1.5 overflow-hidden rounded-[3px] bg-sunken'
export const shareClass = 'block h-full w-(--w) rounded-[3px] bg-ink-2'
