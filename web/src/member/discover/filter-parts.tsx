import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { linkClass } from '../../ui/classes.ts'
import { costClass, shareBarClass, shareClass } from '../../ui/cost.ts'
import { chipClass } from '../../ui/pieces.tsx'

export const Filter = ({ cost, children }: { cost: ReactNode; children: ReactNode }) => (
  <div className="grid gap-3 border-t border-line py-4">
    {children}
    {cost}
  </div>
)

export function Cost({ hides, share, onLift }: { hides: number; share: number; onLift?: () => void }) {
  const { t } = useLingui()
  return (
    <div className={costClass}>
      <span>
        <Trans>
          Hides <b className="tabular-nums">{hides}</b>
        </Trans>
      </span>
      <span className={shareBarClass}>
        <i className={shareClass} style={{ '--w': `${share * 100}%` }} />
      </span>
      {onLift ? <button type="button" className={linkClass} onClick={onLift}>{t`Remove`}</button> : <span />}
    </div>
  )
}

type ToggleGroupProps = {
  legend: string
  all: Record<string, string>
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Toggle buttons for several values. If none is pressed, there is no filter. */
export const ToggleGroup = ({ legend, all, chosen, onChange }: ToggleGroupProps) => (
  <fieldset className="grid gap-2">
    <legend className="mb-2 font-medium">{legend}</legend>
    <div className="flex flex-wrap gap-2">
      {Object.entries(all).map(([value, name]) => {
        const on = chosen.includes(value)
        return (
          <button
            key={value}
            type="button"
            className={`${chipClass(on && 'on')} min-h-11! border-0`}
            aria-pressed={on}
            onClick={() => onChange(on ? chosen.filter((each) => each !== value) : [...chosen, value])}
          >
            {name}
          </button>
        )
      })}
    </div>
  </fieldset>
)
