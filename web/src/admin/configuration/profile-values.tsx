import type { Language } from '@kindred/contract/languages'
import { ourValues, ourWords } from '@kindred/contract/profiles/our-values'
import { genderGroups } from '@kindred/contract/profiles/users'
import type { Gender, ProfileValue, ProfileValues, ValueList as ListName } from '@kindred/contract/profiles/values'
import { useLingui } from '@lingui/react/macro'
import { Switch, Tick } from '../../ui/tick.tsx'
import { useGroupName } from '../state-words.ts'
import { type Refused, useTextLanguage, within } from './refusals.ts'
import { TextLanguage } from './translations.tsx'
import { type Editing, useSavedConfiguration } from './use-configuration.ts'
import { ValueList } from './value-list.tsx'

/** Profiles store the first English words of an added value. */
function ownWords(label: string, taken: readonly string[]): string {
  const base = label.replaceAll(',', '').trim()
  let id = base
  for (let nth = 2; taken.includes(id); nth++) id = `${base} ${nth}`.trim()
  return id
}

/** What members can choose on their profiles. */
export function ProfileValueLists({ draft, change, problem, ...page }: Editing & Refused) {
  const { t } = useLingui()
  const [language, setLanguage] = useTextLanguage(page, within('profileValues'))
  const saved = useSavedConfiguration()?.profileValues
  const setOwnGenders = (areAllowed: boolean) => {
    const { ownGenders: _before, ...others } = draft.profileValues ?? {}
    const next: ProfileValues = areAllowed ? others : { ...others, ownGenders: false }
    change({ profileValues: Object.keys(next).length > 0 ? next : null })
  }
  const set = (list: ListName, values: ProfileValue[] | undefined) => {
    const { [list]: _before, ...others } = draft.profileValues ?? {}
    const next: ProfileValues = values ? { ...others, [list]: values } : others
    change({ profileValues: Object.keys(next).length > 0 ? next : null })
  }
  const list = (name: ListName) => ({
    language,
    values: draft.profileValues?.[name],
    saved: saved?.[name],
    ours: ourValues[name],
    ourWords: (id: string, into: Language) => ourWords[name]?.[id]?.[into] ?? id,
    idOf: ownWords,
    problem: (path: string) => problem(`profileValues.${name}${path && `.${path}`}`),
    onChange: (values: ProfileValue[] | undefined) => set(name, values),
  })
  return (
    <>
      <section className="card grid grid-cols-1 gap-4" aria-label={t`Profile values`}>
        <h2>{t`Profile values`}</h2>
        <p className="text-muted">{t`What members can choose on their profiles, in your words and your order.`}</p>
        <TextLanguage value={language} onChange={setLanguage} />
      </section>
      <ValueList
        {...list('genders')}
        title={t`Genders`}
        lead={t`People look for women, men and non-binary people. Each gender that you add appears in one or more of these lists. Removing one changes no profile.`}
        add={t`Add a gender`}
        maxLength={40}
        retires={false}
        before={
          <Switch
            label={t`Members can use their own words`}
            checked={draft.profileValues?.ownGenders !== false}
            onChange={({ target }) => setOwnGenders(target.checked)}
          />
        }
        below={(value, edit) => <ShownTo value={value} onChange={edit} />}
      />
      <ValueList
        {...list('prompts')}
        title={t`Prompts`}
        lead={t`A prompt that isn’t offered stays with members who answered it. A retired one is hidden at once. Its answers are erased after 30 days, unless you bring it back.`}
        add={t`Add a prompt`}
        maxLength={60}
        retires
      />
      <ValueList
        {...list('intentions')}
        title={t`Intentions`}
        lead={t`What members are looking for, in profiles, filters and search. The same rules apply as for prompts.`}
        add={t`Add an intention`}
        maxLength={40}
        retires
      />
      <ValueList
        {...list('interests')}
        title={t`Suggested interests`}
        lead={t`Members can also add their own. Removing one changes no profile.`}
        add={t`Add an interest`}
        maxLength={40}
        retires={false}
      />
      <ValueList
        {...list('basics')}
        title={t`Basics`}
        lead={t`The same rules apply as for prompts. You can ask for other things with fields of your own.`}
        maxLength={40}
        retires
      />
    </>
  )
}

type ShownToProps = { value: Gender; onChange: (value: Gender) => void }

/** The lists in which members with a gender appear. */
function ShownTo({ value, onChange }: ShownToProps) {
  const { t } = useLingui()
  const nameOf = useGroupName()
  const { shownTo = [] } = value
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1 ps-3 pb-2">
      <legend className="float-start text-small text-muted">{t`Shown to people looking for`}</legend>
      {genderGroups.map((group) => (
        <Tick
          key={group}
          label={nameOf(group)}
          checked={shownTo.includes(group)}
          onChange={({ target }) =>
            onChange({
              ...value,
              shownTo: genderGroups.filter((each) => (each === group ? target.checked : shownTo.includes(each))),
            })
          }
        />
      ))}
    </fieldset>
  )
}
