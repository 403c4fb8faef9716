import type { Patterns, RuleSettings, Signal } from '@kindred/contract/moderation/monitoring'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TextArea } from '../../ui/field.tsx'
import { NumberField } from './rule-fields.tsx'
import type { Editing } from './use-rule.ts'
import { useNumberWords } from './words.ts'

type Rule = Extract<RuleSettings, { name: 'first_messages' }>

const wordsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const patterns: readonly (keyof Patterns)[] = ['link', 'phone', 'handle', 'amount', 'figure']

/** The words of each signal, and what they and the patterns are worth. */
export function Signals({ rule, editing }: { rule: Rule; editing: Editing }) {
  const { t } = useLingui()
  const names = useNumberWords()
  const { change, problem } = editing
  const { parameters } = rule
  const setSignal = (at: number, signal: Signal) =>
    change({ ...rule, parameters: { ...parameters, signals: parameters.signals.with(at, signal) } })
  const wrong = (at: number, { words }: Signal) =>
    problem(`parameters.signals.${at}.words`) ??
    words.map((_, nth) => problem(`parameters.signals.${at}.words.${nth}`)).find((each) => each !== undefined)
  return (
    <details className="grid gap-4">
      <summary className="cursor-pointer font-medium pointer-coarse:py-2.5">
        <Trans>Words and points</Trans>
      </summary>
      <div className="grid gap-4 pt-4">
        <p className="text-muted">
          <Trans>One word or phrase per line. Add an asterisk to match any ending. Each list counts once.</Trans>
        </p>
        <div className="grid gap-4 sm:grid-cols-3 xl:grid-cols-5">
          {patterns.map((name) => (
            <NumberField
              key={name}
              label={names[name] ?? name}
              value={parameters.patterns[name]}
              error={problem(`parameters.patterns.${name}`)}
              onChange={(points) =>
                change({ ...rule, parameters: { ...parameters, patterns: { ...parameters.patterns, [name]: points } } })
              }
            />
          ))}
        </div>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {parameters.signals.map((signal, at) => (
            <div key={signal.name} className="grid content-start gap-2">
              <Words
                label={signal.name}
                error={wrong(at, signal)}
                words={signal.words}
                onChange={(words) => setSignal(at, { ...signal, words })}
              />
              <NumberField
                label={t`Points for “${signal.name}”`}
                value={signal.points}
                error={problem(`parameters.signals.${at}.points`)}
                onChange={(points) => setSignal(at, { ...signal, points })}
              />
            </div>
          ))}
        </div>
      </div>
    </details>
  )
}

type WordsProps = { label: string; error: string | undefined; words: string[]; onChange: (words: string[]) => void }

/** The text as typed, including empty lines. Only its words are saved. */
function Words({ label, error, words, onChange }: WordsProps) {
  const [text, setText] = useState(words.join('\n'))
  return (
    <TextArea
      label={label}
      error={error}
      rows={5}
      spellCheck={false}
      value={wordsIn(text).join('\n') === words.join('\n') ? text : words.join('\n')}
      onChange={({ target }) => {
        setText(target.value)
        onChange(wordsIn(target.value))
      }}
    />
  )
}
