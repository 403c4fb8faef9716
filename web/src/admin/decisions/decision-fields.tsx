import { directionOf, languageOf } from '@kindred/contract/languages'
import { violations } from '@kindred/contract/moderation/decisions'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { rulesQuery } from '../../api/rules.ts'
import { oneOf } from '../../api/params.ts'
import { TextArea } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Tick } from '../../ui/tick.tsx'
import { type Draft, hasDuration, removes, ofCategory } from './use-draft.ts'
import { useDecisionWords } from '../../words/use-decision-words.ts'
import { useLanguageName } from '../../words/use-language-name.ts'

type Props = {
  draft: Draft
  change: (part: Partial<Draft>) => void
  pictures: readonly string[]
  hasPremium: boolean
  /** The language in which the member reads the facts, once it is known. */
  language: string | undefined
}

const kinds = ['warn', 'hide', 'limit', 'suspend', 'ban'] as const
const durations = [1, 3, 7, 14, 30, 60, 90, 180, 365]

/** All fields of a decision. Fields that its kind doesn't need are hidden. */
export function DecisionFields({ draft, change, pictures, hasPremium, language }: Props) {
  const { t } = useLingui()
  const names = useActionNames()
  return (
    <>
      <SelectField
        label={t`Decision`}
        value={draft.kind}
        onChange={({ target }) => change({ kind: oneOf(kinds, target.value) ?? 'warn' })}
      >
        {kinds.map((kind) => (
          <option key={kind} value={kind}>
            {names[kind]}
          </option>
        ))}
      </SelectField>
      {hasDuration(draft) && (
        <SelectField
          label={t`Duration`}
          value={draft.days}
          onChange={({ target }) => change({ days: Number(target.value) })}
        >
          {durations.map((days) => (
            <option key={days} value={days}>
              {t`${plural(days, { one: '# day', other: '# days' })}`}
            </option>
          ))}
        </SelectField>
      )}
      {draft.kind === 'hide' && <Content draft={draft} change={change} pictures={pictures} />}
      <Why draft={draft} change={change} language={language} />
      {removes(draft) && (
        <Tick
          label={t`This was fraud`}
          checked={draft.fraud}
          onChange={({ target }) => change({ fraud: target.checked })}
        />
      )}
      {removes(draft) && hasPremium && (
        <Tick
          label={t`Also end their subscription. Otherwise it stays as it is.`}
          checked={draft.cancel}
          onChange={({ target }) => change({ cancel: target.checked })}
        />
      )}
    </>
  )
}

function useActionNames() {
  const { t } = useLingui()
  return {
    warn: t`Warn`,
    hide: t`Remove content`,
    limit: t`Restrict (no messages, hidden from Discover)`,
    suspend: t`Suspend`,
    ban: t`Ban permanently`,
  }
}

type Part = Pick<Props, 'draft' | 'change'>

function Content({ draft, change, pictures }: Part & Pick<Props, 'pictures'>) {
  const { t } = useLingui()
  if (draft.message) return <p>{t`The message is removed for both people.`}</p>
  const toggle = (id: string, isChosen: boolean) =>
    change({ pictures: isChosen ? [...draft.pictures, id] : draft.pictures.filter((each) => each !== id) })
  return (
    <fieldset className="grid gap-2">
      <legend className="font-medium">{t`What to remove`}</legend>
      <Tick label={t`Bio`} checked={draft.bio} onChange={({ target }) => change({ bio: target.checked })} />
      <Tick label={t`Prompts`} checked={draft.prompts} onChange={({ target }) => change({ prompts: target.checked })} />
      <Tick
        label={t`Voice answer`}
        checked={draft.voice}
        onChange={({ target }) => change({ voice: target.checked })}
      />
      {pictures.map((id, at) => (
        <Tick
          key={id}
          label={t`Photo ${at + 1}`}
          checked={draft.pictures.includes(id)}
          onChange={({ target }) => toggle(id, target.checked)}
        />
      ))}
      {draft.pictures.length > 0 && (
        <Tick
          label={t`Find copies of these photos on other accounts`}
          checked={draft.findCopies}
          onChange={({ target }) => change({ findCopies: target.checked })}
        />
      )}
    </fieldset>
  )
}

function Why({ draft, change, language: known }: Part & Pick<Props, 'language'>) {
  const { t, i18n } = useLingui()
  const language = languageOf(known ?? '')
  const isOther = language && language !== i18n.locale
  const languageName = useLanguageName()(language ?? i18n.locale)
  const { violations: names } = useDecisionWords()
  const { data: rules = [] } = useQuery(rulesQuery)
  return (
    <>
      <SelectField
        label={t`Rule broken`}
        value={draft.rule}
        onChange={({ target }) => change({ rule: Number(target.value) })}
      >
        {rules.map(({ title }, at) => (
          <option key={title} value={at + 1}>
            {at + 1}. {title}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`Violation type`}
        value={draft.category}
        onChange={({ target }) => change(ofCategory(oneOf(violations, target.value) ?? 'other'))}
      >
        {violations.map((each) => (
          <option key={each} value={each}>
            {names[each]}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t`Facts (visible to the member)`}
        hint={
          <>
            {t`What happened and when. Don’t name the person who reported it.`}
            {isOther && ` ${t`In their language: ${languageName}.`}`}
          </>
        }
        {...(language && { lang: language, dir: directionOf(language) })}
        rows={3}
        maxLength={2000}
        value={draft.facts}
        onChange={({ target }) => change({ facts: target.value })}
      />
    </>
  )
}
