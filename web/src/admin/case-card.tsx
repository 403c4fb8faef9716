import { type ReactNode, useEffect, useRef } from 'react'

/** A case in a list that staff work through by keyboard. The current case scrolls into view. */
export function CaseCard({ name, isCurrent, children }: { name: string; isCurrent: boolean; children: ReactNode }) {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isCurrent) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <section
      ref={card}
      className={`card grid scroll-my-20 gap-4 ${isCurrent ? 'outline-2 outline-ink' : ''}`}
      aria-label={name}
      aria-current={isCurrent || undefined}
    >
      {children}
    </section>
  )
}
