const withControl = (key: string): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? `⌘${key}` : `Ctrl ${key}`)
export const paletteKey = (): string => withControl('K')
export const saveKey = (): string => withControl('S')
export const sendKey = (): string => withControl('Enter')

export const kbdClass =
  'inline-block min-w-6 rounded-sm border border-line-strong bg-sunken px-1.5 text-center font-sans text-caption ' +
  'whitespace-nowrap text-ink-2'
