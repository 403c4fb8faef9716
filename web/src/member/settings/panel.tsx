import type { ReactNode } from 'react'
import { Note } from '../../ui/pieces.tsx'

/** One topic of the settings. */
export function Panel({
  id,
  title,
  lead,
  error,
  children,
}: {
  id: string
  title: ReactNode
  lead?: ReactNode
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <section className="card grid gap-4" id={id} aria-labelledby={`${id}-title`}>
      <div className="grid gap-1">
        <h2 id={`${id}-title`}>{title}</h2>
        {lead && <p className="text-ink-2">{lead}</p>}
      </div>
      {error && (
        <Note tone="danger" live>
          {error}
        </Note>
      )}
      {children}
    </section>
  )
}
