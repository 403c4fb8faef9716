import type { Patterns, RuleSettings, Signal } from '@kindred/contract/moderation/monitoring'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TextArea } from '../../ui/field.tsx'
import { NumberField } from './rule-fields.tsx'
import type { Editing } from './use-rule.ts'
import { useNumberWords, useRoleWords } from './words.ts'

type Rule = Extract<RuleSettings, { name: 'first_messages' }>

const wordsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const patterns: readonly (keyof Patterns)[] = ['link', 'phone', 'handle', 'amount', 'figure']

type Props = { rule: Rule; editing: Editing; signalNames: Readonly<Record<string, string>> }

export function Signals({ rule, editing, signalNames }: Props) {
  const { t } = useLingui()
  const names = useNumberWords()
  const { change, problem } = editing
  const { parameters } = rule
  const setSignal = (at: number, signal: Signal) =>
    change({ ...rule, parameters: { ...parameters, signals: parameters.signals.with(at, signal) } })
  const wrong = (path: string, words: readonly string[]) =>
    problem(path) ?? words.map((_, nth) => problem(`${path}.${nth}`)).find((each) => each !== undefined)
  return (
    <details className="grid gap-4">
      <summary className="cursor-pointer font-medium pointer-coarse:py-2.5">{t`Words and points`}</summary>
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
            <SignalFields
              key={signal.name}
              name={signalNames[signal.name] ?? signal.name}
              signal={signal}
              error={wrong(`parameters.signals.${at}.words`, signal.words)}
              onChange={(changed) => setSignal(at, changed)}
            />
          ))}
          <Words
            label={t`Allowed sites (links are ignored)`}
            error={wrong('parameters.hosts', parameters.hosts)}
            words={parameters.hosts}
            onChange={(hosts) => change({ ...rule, parameters: { ...parameters, hosts } })}
          />
        </div>
      </div>
    </details>
  )
}

type SignalProps = { name: string; signal: Signal; error: string | undefined; onChange: (signal: Signal) => void }

function SignalFields({ name, signal, error, onChange }: SignalProps) {
  const { t } = useLingui()
  const roles = useRoleWords()
  return (
    <div className="grid content-start gap-2">
      <Words
        label={name}
        hint={signal.role && roles[signal.role]}
        error={error}
        words={signal.words}
        onChange={(words) => onChange({ ...signal, words })}
      />
      <NumberField
        label={t`Points for “${name}”`}
        value={signal.points}
        min={-20}
        error={undefined}
        onChange={(points) => onChange({ ...signal, points })}
      />
    </div>
  )
}

type WordsProps = {
  label: string
  hint?: string | undefined
  error: string | undefined
  words: string[]
  onChange: (words: string[]) => void
}

/** Keeps the text as typed, including empty lines. Only its words are saved. */
function Words({ label, hint, error, words, onChange }: WordsProps) {
  const [text, setText] = useState(words.join('\n'))
  return (
    <TextArea
      label={label}
      hint={hint}
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
