import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import '../../ui/filter.css'

export const Filter = ({ cost, children }: { cost: ReactNode; children: ReactNode }) => (
  <div className="filter">
    {children}
    {cost}
  </div>
)

export function Cost({ hides, share, onLift }: { hides: number; share: number; onLift?: () => void }) {
  return (
    <div className="cost">
      <span>
        <Trans>
          Hides <b className="num">{hides}</b>
        </Trans>
      </span>
      <span className="bar">
        <i style={{ '--w': `${share * 100}%` }} />
      </span>
      {onLift ? (
        <button type="button" className="link" onClick={onLift}>
          <Trans>Lift</Trans>
        </button>
      ) : (
        <span />
      )}
    </div>
  )
}

type ChosenProps = {
  legend: string
  all: Record<string, string>
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Several of a few, each a button that stays pressed. None of them pressed asks for nothing. */
export const Chosen = ({ legend, all, chosen, onChange }: ChosenProps) => (
  <fieldset className="grid gap-2">
    <legend className="mb-2 font-medium">{legend}</legend>
    <div className="chips">
      {Object.entries(all).map(([value, name]) => {
        const on = chosen.includes(value)
        return (
          <button
            key={value}
            type="button"
            className={`chip min-h-11! border-0 ${on ? 'on' : ''}`}
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
