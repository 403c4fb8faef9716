import type { RuleSettings } from '@kindred/contract/moderation/monitoring'
import { useLingui } from '@lingui/react/macro'
import { TextField } from '../../ui/field.tsx'
import { Tick } from '../../ui/tick.tsx'
import type { Editing } from './use-rule.ts'
import { type Effect, useEffectWords, useNumberWords } from './words.ts'

const hasReader = ({ name }: RuleSettings) => name === 'first_messages' || name === 'same_text'
const order: readonly Effect[] = ['nudge', 'slow', 'report', 'exposure']

export function Effects({ editing: { draft, change, problem } }: { editing: Editing }) {
  const { t } = useLingui()
  const names = useEffectWords()
  const { effects, slow } = draft
  return (
    <fieldset className="grid content-start gap-2">
      <legend className="font-medium">{t`When it matches,`}</legend>
      {order
        .filter((effect) => effect !== 'nudge' || hasReader(draft))
        .map((effect) => (
          <Tick
            key={effect}
            label={names[effect]}
            // Lower exposure requires a report, because otherwise nothing would end it.
            disabled={effect === 'exposure' && !effects.report}
            checked={effects[effect]}
            onChange={({ target }) => change({ ...draft, effects: { ...effects, [effect]: target.checked } })}
          />
        ))}
      {effects.slow && (
        <div className="grid grid-cols-2 gap-4">
          <NumberField
            label={t`Minutes between first messages`}
            value={slow.minutes}
            error={problem('slow.minutes')}
            onChange={(minutes) => change({ ...draft, slow: { ...slow, minutes } })}
          />
          <NumberField
            label={t`Duration (hours)`}
            value={slow.hours}
            error={problem('slow.hours')}
            onChange={(hours) => change({ ...draft, slow: { ...slow, hours } })}
          />
        </div>
      )}
    </fieldset>
  )
}

function withNumbers(draft: RuleSettings, numbers: Record<string, number>): RuleSettings {
  switch (draft.name) {
    case 'first_messages':
      return { ...draft, parameters: { ...draft.parameters, ...numbers } }
    case 'same_text':
      return { ...draft, parameters: { ...draft.parameters, ...numbers } }
    case 'new_account':
      return { ...draft, parameters: { ...draft.parameters, ...numbers } }
    case 'likes_everyone':
      return { ...draft, parameters: { ...draft.parameters, ...numbers } }
  }
}

export function Numbers({ editing: { draft, change, problem } }: { editing: Editing }) {
  const { t } = useLingui()
  const names = useNumberWords()
  const numbers = Object.entries(draft.parameters).flatMap(([name, value]) =>
    typeof value === 'number' ? [{ name, value }] : [],
  )
  return (
    <fieldset className="grid content-start gap-2">
      <legend className="font-medium">{t`Thresholds`}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {numbers.map(({ name, value }) => (
          <NumberField
            key={name}
            label={names[name] ?? name}
            value={value}
            error={problem(`parameters.${name}`)}
            onChange={(number) => change(withNumbers(draft, { [name]: number }))}
          />
        ))}
      </div>
    </fieldset>
  )
}

type NumberProps = {
  label: string
  value: number
  min?: number
  error: string | undefined
  onChange: (value: number) => void
}

/** A field for a whole number. The server checks its bounds. */
export const NumberField = ({ label, value, min = 0, error, onChange }: NumberProps) => (
  <TextField
    label={label}
    type="number"
    inputMode="numeric"
    min={min}
    value={String(value)}
    error={error}
    onChange={({ target }) => onChange(Math.trunc(Number(target.value)))}
  />
)
