import type { ReactNode } from 'react'

/** An empty list, with a suggestion. The leaves are taken from the logo. */
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
