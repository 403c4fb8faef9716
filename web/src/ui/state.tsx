import type { ReactNode } from 'react'
import { dotClass, hollowDotClass } from './classes.ts'

const tones = { on: 'text-positive', off: 'text-muted', out: 'text-danger' }

export const State = ({ tone, full, children }: { tone: keyof typeof tones; full: boolean; children: ReactNode }) => (
  <span className="inline-flex items-center gap-[0.4rem] whitespace-nowrap">
    <span className={`${full ? dotClass : hollowDotClass} ${tones[tone]}`} aria-hidden="true" />
    {children}
  </span>
)
