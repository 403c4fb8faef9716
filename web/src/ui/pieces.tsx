import { CircleAlert, Info, ShieldCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './pieces.module.css'
import { Spin } from './button.tsx'

const noteClass = (tone: keyof typeof noteIcon = 'info', more = ''): string =>
  `${styles['note']} ${tone === 'info' ? '' : styles[tone]} ${more}`

const noteIcon = { info: Info, warning: TriangleAlert, danger: CircleAlert, positive: ShieldCheck }

export function Note({
  tone = 'info',
  live = false,
  children,
}: {
  tone?: keyof typeof noteIcon
  live?: boolean
  children: ReactNode
}) {
  const Icon = noteIcon[tone]
  return (
    <div className={noteClass(tone)} role={live ? 'alert' : undefined}>
      <Icon className="icon" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/** An error that screen readers announce immediately. Renders nothing without one. */
export const ErrorNote = ({ children }: { children: ReactNode }) =>
  children ? (
    <Note tone="danger" live>
      {children}
    </Note>
  ) : null

type BadgeTone = 'neutral' | 'positive' | 'warning' | 'danger' | 'info' | 'accent' | 'line' | 'plain'

export function Badge({
  tone = 'neutral',
  round = false,
  children,
}: {
  tone?: BadgeTone
  round?: boolean
  children: ReactNode
}) {
  return (
    <span className={`${styles['badge']} ${tone === 'neutral' ? '' : styles[tone]} ${round ? styles['round'] : ''}`}>
      {children}
    </span>
  )
}

/** A chip. It is `on` if selected, and `shared` if both people have it. */
export const chipClass = (state?: 'on' | 'shared' | false): string => `${styles['chip']} ${state ? styles[state] : ''}`

export const countClass = styles['count']
export const skeletonClass = styles['skeleton']

export function Spinner({ label }: { label: string }) {
  return (
    <output className="flex items-center justify-center gap-3 p-8 text-muted">
      <Spin />
      {label}
    </output>
  )
}

/** A placeholder in the shape of the content that is loading. */
export const Skeleton = ({
  width = '100%',
  height = '1rem',
  label,
}: {
  width?: string
  height?: string
  label?: string
}) => (
  <span
    className={`${skeletonClass} block`}
    style={{ width, height }}
    role={label ? 'status' : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : true}
  />
)
