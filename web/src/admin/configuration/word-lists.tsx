import { wordListNames, type WordListName } from '@kindred/contract/operations/configuration'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { TextArea } from '../../ui/field.tsx'
import type { Editing } from './use-configuration.ts'
import { useListNames } from './words.ts'

const wordsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export function WordLists({ draft, change, problem }: Editing) {
  const { t } = useLingui()
  const names = useListNames()
  const wrong = (name: WordListName) =>
    problem(`wordLists.${name}`) ??
    draft.wordLists[name].map((_, at) => problem(`wordLists.${name}.${at}`)).find((each) => each !== undefined)
  return (
    <section className="card grid gap-4">
      <h2>{t`Word lists`}</h2>
      <p className="text-muted">
        {t`One word or phrase per line. Add an asterisk to match any ending. Messages are never blocked.`}
        <br />
        <Link to={paths.monitoring}>{t`Monitoring rules`}</Link>
      </p>
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {wordListNames.map((name) => (
          <List
            key={name}
            label={names[name][0]}
            hint={names[name][1]}
            error={wrong(name)}
            words={draft.wordLists[name]}
            onChange={(words) => change({ wordLists: { ...draft.wordLists, [name]: words } })}
          />
        ))}
      </div>
    </section>
  )
}

type ListProps = {
  label: string
  hint: string
  error: string | undefined
  words: string[]
  onChange: (words: string[]) => void
}

/** Keeps the text as typed, including empty lines. Only its words are saved. */
function List({ label, hint, error, words, onChange }: ListProps) {
  const [text, setText] = useState(words.join('\n'))
  const shown = wordsIn(text).join('\n') === words.join('\n') ? text : words.join('\n')
  return (
    <TextArea
      label={label}
      hint={hint}
      error={error}
      rows={6}
      spellCheck={false}
      value={shown}
      onChange={({ target }) => {
        setText(target.value)
        onChange(wordsIn(target.value))
      }}
    />
  )
}
