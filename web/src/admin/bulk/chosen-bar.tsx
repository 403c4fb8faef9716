import { Trans } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { useCountText } from '../count-text.ts'

type Props = {
  label: string
  chosen: ReadonlySet<string>
  /** How many are shown, and how many fit in all. */
  shown: number
  fitting: number
  counted: 'all' | 'so far'
  count: (chosen: number) => string
  onDone: () => void
  /** What can be done, to those who are named or to everybody who fits. */
  children: (everybody: boolean) => ReactNode
}

/** Says how many are chosen; where all that are shown are, offers everybody who fits, too. */
export function ChosenBar({ label, chosen, shown, fitting, counted, count, onDone, children }: Props) {
  const countText = useCountText()
  const [wide, setWide] = useState(false)
  if (chosen.size === 0) return null
  const all = chosen.size === shown && fitting > shown
  const everybody = wide && all
  const clear = () => {
    setWide(false)
    onDone()
  }
  return (
    <section className="flex flex-wrap items-center gap-3 border-y border-line bg-sunken px-4 py-2" aria-label={label}>
      <b role="status">{everybody ? <Trans>All {countText(fitting, counted)} that fit</Trans> : count(chosen.size)}</b>
      {all && !wide && (
        <Button tone="ghost" size="sm" onClick={() => setWide(true)}>
          <Trans>Choose all {countText(fitting, counted)} that fit</Trans>
        </Button>
      )}
      {children(everybody)}
      <Button tone="ghost" size="sm" onClick={clear}>
        <Trans>Choose none</Trans>
      </Button>
    </section>
  )
}
