import { CircleAlert, Info, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useState, type CSSProperties, type ReactNode } from 'react'

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

/** A portrait in a circle; where there is none, or it does not come, the first letter of the name. */
export function Avatar({ name, src, size = 40 }: { name: string; src?: string | null; size?: number }) {
  const style = { '--s': `${size / 16}rem` } as CSSProperties
  const [missing, setMissing] = useState<string>()
  if (src && src !== missing)
    return <img className="av" style={style} src={src} alt="" onError={() => setMissing(src)} />
  return (
    <span className="av initial" style={style} aria-hidden="true">
      {[...name.trim()][0]?.toLocaleUpperCase() ?? '?'}
    </span>
  )
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

/** Nothing here, and what to do about it. The leaves are the brand's, apart for once. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-4 p-10 text-center">
      <svg viewBox="0 0 96 64" className="w-24" aria-hidden="true">
        <path d="M8 40V34A20 20 0 0 1 28 14H40V20A20 20 0 0 1 20 40z" fill="var(--accent)" />
        <path d="M56 26H68A20 20 0 0 1 88 46V52H76A20 20 0 0 1 56 32z" fill="var(--positive)" />
      </svg>
      <h2>{title}</h2>
      {children && <div className="max-w-80 text-ink-2">{children}</div>}
      {action}
    </div>
  )
}

export function StatCard({
  label,
  value,
  detail,
  icon,
}: {
  label: string
  value: ReactNode
  detail?: ReactNode
  icon?: ReactNode
}) {
  return (
    <div className="card stat">
      <span className="k">
        {label}
        {icon}
      </span>
      <span className="v">{value}</span>
      {detail && <span className="d">{detail}</span>}
    </div>
  )
}
