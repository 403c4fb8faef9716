import { useLingui } from '@lingui/react'
import { useFormats } from '../../ui/use-formats.ts'
import { useDecisionWords } from '../../words/use-decision-words.ts'
import { useDecisions } from '../decisions/use-decisions.ts'

const MOST_SHOWN = 3

/** The newest decisions about the person. */
export default function Decided({ id }: { id: string }) {
  const { i18n } = useLingui()
  const { day, series } = useFormats()
  /** The state follows a comma. */
  const lowered = (text: string) => text.charAt(0).toLocaleLowerCase(i18n.locale) + text.slice(1)
  const { kinds, states } = useDecisionWords()
  const { data } = useDecisions(id)
  if (!data || data.decisions.length === 0) return null
  return (
    <ul className="text-small grid gap-0.5 text-ink-2">
      {data.decisions.slice(0, MOST_SHOWN).map(({ _id, kind, state, createdAt }) => (
        <li key={_id}>{series(kinds[kind], lowered(states[state]), day(createdAt))}</li>
      ))}
    </ul>
  )
}
