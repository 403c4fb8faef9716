import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'

export type Tone = 'primary' | 'quiet' | 'soft' | 'ghost' | 'danger' | 'danger-solid'
export type Size = 'sm' | 'md' | 'lg'

export const buttonClass = (tone: Tone = 'primary', size: Size = 'md', more = ''): string =>
  [styles['button'], tone === 'primary' ? '' : styles[tone], size === 'md' ? '' : styles[size], more]
    .filter(Boolean)
    .join(' ')

/** The classes of a link that looks like an icon button. */
export const iconButtonClass = (tone: Tone, more = ''): string => buttonClass(tone, 'md', `${styles['icon']} ${more}`)

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  tone?: Tone
  size?: Size
  /**
   * True while busy: the button keeps its width and the focus, which `disabled` would take, shows a spinner, and ignores
   * further presses.
   */
  busy?: boolean
  block?: boolean
  children: ReactNode
}

/** A spinner, which turns slowly for people who prefer reduced motion. */
export const Spin = () => (
  <span
    data-spin
    className={
      'size-[1.125em] animate-spin rounded-full border-2 border-current border-e-transparent ' +
      'motion-reduce:[animation-duration:4s]'
    }
    aria-hidden="true"
  />
)

/** The Enter key in a form's fields also presses its button. */
const ignore = (event: MouseEvent) => event.preventDefault()

export function Button({ tone, size, busy = false, block = false, className = '', children, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      className={buttonClass(tone, size, `${block ? `${styles['block']} ` : ''}${className}`)}
      aria-disabled={busy || undefined}
      onClick={busy ? ignore : onClick}
      {...rest}
    >
      {busy && <Spin />}
      {children}
    </button>
  )
}

/** A button with an icon. It has an accessible name although it shows no text. */
export function IconButton({ label, children, className = '', ...rest }: Omit<Props, 'block'> & { label: string }) {
  return (
    <Button aria-label={label} title={label} className={`${styles['icon']} ${className}`} {...rest}>
      {children}
    </Button>
  )
}
