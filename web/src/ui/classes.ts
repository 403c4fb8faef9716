export const photoClass =
  'relative overflow-hidden bg-sunken aspect-4/5 rounded-xl shadow-md [&_img]:size-full [&_img]:object-cover'

export const linkClass = 'border-0 bg-transparent p-0 underline underline-offset-[0.2em]'

export const chartsClass =
  'grid grid-cols-[minmax(0,5fr)_minmax(0,3.4fr)_minmax(0,3.6fr)] gap-4 stacked:grid-cols-[1fr]'

export const tableFootClass =
  'flex min-h-12 items-center gap-3 border-t border-line py-2 pe-4 ps-5 text-muted phone:flex-wrap'

export const nameLinkClass =
  'min-w-0 truncate font-bold text-ink no-underline ' +
  'pointer-coarse:-mt-5 pointer-coarse:-mb-1 pointer-coarse:min-w-11 pointer-coarse:pt-5 pointer-coarse:pb-1'

export const factsClass =
  'grid grid-cols-[7.25rem_minmax(0,1fr)] gap-x-3 gap-y-2 [&_dd]:wrap-anywhere [&_dt]:text-muted'

/** A dot that marks something new or wrong. It is filled or outlined. */
export const dotClass = 'size-2 flex-none rounded-full bg-current'
export const hollowDotClass = 'size-2 flex-none rounded-full shadow-[inset_0_0_0_1.5px_currentColor]'

/** A card with nothing in it but its name and an action. */
export const lineCardClass = 'card flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2! min-h-14'
