import type { ReactNode } from 'react'

type Props = {
  /** Their own words begin the line; an answer to them ends it. */
  side: 'start' | 'end'
  tone?: 'plain' | 'reported' | 'staff' | 'note'
  caption: ReactNode
  children: ReactNode
}

const tones = {
  plain: 'bg-sunken',
  reported: 'border-2 border-warning bg-surface',
  staff: 'bg-positive-soft text-positive-soft-ink',
  note: 'border-2 border-dashed border-warning bg-surface',
}

/** A message in a conversation that staff read. */
export const Bubble = ({ side, tone = 'plain', caption, children }: Props) => (
  <div
    className={`grid max-w-[85%] gap-1 ${side === 'start' ? 'justify-self-start' : 'justify-items-end justify-self-end'}`}
  >
    <p className={`text-caption text-muted ${side === 'end' ? 'text-end' : ''}`}>{caption}</p>
    <div className={`grid w-fit max-w-full gap-1 rounded-lg px-3 py-2 ${tones[tone]}`}>{children}</div>
  </div>
)
