import { chipClass } from './pieces.tsx'

type Props = {
  legend: string
  all: Record<string, string>
  chosen: readonly string[]
  disabled?: (value: string) => boolean
  onChange: (chosen: string[]) => void
}

/** Toggle buttons for several values. */
export const ToggleGroup = ({ legend, all, chosen, disabled, onChange }: Props) => (
  <fieldset className="grid min-w-0 gap-2">
    <legend className="mb-2 font-medium">{legend}</legend>
    <div className="flex flex-wrap gap-2">
      {Object.entries(all).map(([value, name]) => {
        const on = chosen.includes(value)
        return (
          <button
            key={value}
            type="button"
            className={`${chipClass(on && 'on')} min-h-11! max-w-full border-0 disabled:opacity-50`}
            aria-pressed={on}
            disabled={!on && disabled?.(value)}
            onClick={() => onChange(on ? chosen.filter((each) => each !== value) : [...chosen, value])}
          >
            <span className="truncate">{name}</span>
          </button>
        )
      })}
    </div>
  </fieldset>
)

type OneProps = {
  legend: string
  all: Record<string, string>
  value: string | null
  onChange: (value: string | null) => void
}

/** Toggle buttons of which one at most is pressed. Pressing it again clears the answer. */
export const ToggleOne = ({ legend, all, value, onChange }: OneProps) => (
  <ToggleGroup
    legend={legend}
    all={all}
    chosen={value === null ? [] : [value]}
    onChange={(chosen) => onChange(chosen.at(-1) ?? null)}
  />
)
