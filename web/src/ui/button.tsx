import type { ButtonHTMLAttributes, ReactNode } from 'react'

export type Tone = 'primary' | 'quiet' | 'soft' | 'ghost' | 'danger' | 'danger-solid'
export type Size = 'sm' | 'md' | 'lg'

export const buttonClass = (tone: Tone = 'primary', size: Size = 'md', more = ''): string =>
  ['btn', tone === 'primary' ? '' : tone, size === 'md' ? '' : size, more].filter(Boolean).join(' ')

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  tone?: Tone
  size?: Size
  /** Working: same width, a spinner beside the words, and not to be pressed again. */
  busy?: boolean
  block?: boolean
  children: ReactNode
}

export function Button({
  tone,
  size,
  busy = false,
  block = false,
  className = '',
  children,
  disabled,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      className={buttonClass(tone, size, `${block ? 'block ' : ''}${className}`)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <span className="spin" aria-hidden="true" />}
      {children}
    </button>
  )
}

/** A button that is an icon alone has a name all the same. */
export function IconButton({ label, children, className = '', ...rest }: Omit<Props, 'block'> & { label: string }) {
  return (
    <Button aria-label={label} title={label} className={`icon ${className}`} {...rest}>
      {children}
    </Button>
  )
}
