import { CircleAlert, Info, ShieldCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const noteIcon = { info: Info, warning: TriangleAlert, danger: CircleAlert, positive: ShieldCheck }

/** A few sentences that matter here. `live` for what appears by itself. */
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
    <div className={`note ${tone === 'info' ? '' : tone}`} role={live ? 'alert' : undefined}>
      <Icon className="i" aria-hidden="true" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

type BadgeTone = 'neutral' | 'positive' | 'warning' | 'danger' | 'info' | 'accent' | 'line' | 'plain'

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`badge ${tone === 'neutral' ? '' : tone}`}>{children}</span>
}

export const Card = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <section className={`card ${className}`}>{children}</section>
)

export function Spinner({ label }: { label: string }) {
  return (
    <output className="flex items-center justify-center gap-3 p-8 text-muted">
      <span className="spin" aria-hidden="true" />
      {label}
    </output>
  )
}

/** In the shape of what comes. */
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
    className="sk block"
    style={{ width, height }}
    role={label ? 'status' : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : true}
  />
)
