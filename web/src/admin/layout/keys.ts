export const paletteKey = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K')

export const kbdClass =
  'inline-block min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 text-center font-sans text-caption ' +
  'whitespace-nowrap text-ink-2'
