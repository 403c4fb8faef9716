import type { ProfileSnapshot } from '@kindred/contract/moderation/evidence'
import { useLingui } from '@lingui/react/macro'
import { Table } from '../../ui/table.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useSuggestedWords } from '../../words/use-suggested-words.ts'
import { FactsList } from '../users/facts-list.tsx'
import { useGenderName, useStateWords } from '../state-words.ts'

type Props = { then: ProfileSnapshot; now: ProfileSnapshot | null }

export function ThenAndNow({ then, now }: Props) {
  const { t } = useLingui()
  const rowsOf = useProfileRows()
  // Rows are compared by name, because the answered questions may differ.
  const [before, after] = [new Map(rowsOf(then)), new Map(now ? rowsOf(now) : [])]
  const rows = [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => ({ name, before: before.get(name) ?? '', now: after.get(name) ?? '' }))
    .filter((row) => row.before !== row.now)
  return (
    <section className="grid gap-2" aria-labelledby="then-and-now">
      <h3 id="then-and-now">{t`Changes since the report`}</h3>
      {!now && <p>{t`This account has since been erased.`}</p>}
      {now?.state === 'deleting' && (
        <p>{t`They’ve since asked to delete their account. It’ll be erased after 30 days.`}</p>
      )}
      {now && rows.length === 0 && <p className="text-muted">{t`Nothing on their profile has changed.`}</p>}
      {now && rows.length > 0 && (
        <Table
          caption={t`Changes since the report`}
          rows={rows}
          keyOf={({ name }) => name}
          columns={[
            { head: t`Detail`, cell: ({ name }) => name },
            { head: t`When reported`, cell: ({ before: then }) => <bdi>{then}</bdi> },
            { head: t`Now`, cell: (row) => <bdi>{row.now || t`Removed`}</bdi> },
          ]}
        />
      )}
      <details>
        <summary className="cursor-pointer pointer-coarse:py-3">{t`Profile when reported`}</summary>
        <div className="mt-2">
          <FactsList facts={[...before].filter(([, value]) => value)} />
        </div>
      </details>
    </section>
  )
}

type Row = [name: string, value: string]
type Stated = Omit<ProfileSnapshot, 'state'> & Partial<Pick<ProfileSnapshot, 'state'>>

/** A profile as rows. The account state is left out for viewers who shouldn't learn it. */
export function useProfileRows() {
  const { t, i18n } = useLingui()
  const { list, series } = useFormats()
  // A preserved copy may have a state that no longer exists.
  const states: Partial<Record<string, string>> = useStateWords()
  const genderName = useGenderName()
  const words = useSuggestedWords()
  return (profile: Stated): Row[] => [
    [t`Name`, `${profile.firstName} ${profile.lastName}`],
    ...(profile.state ? [[t`Status`, states[profile.state] ?? profile.state] satisfies Row] : []),
    [t`Age`, profile.age === null ? '' : i18n.number(profile.age)],
    [t`Gender`, profile.gender ? genderName(profile.gender) : ''],
    [t`City`, series(profile.location.city, profile.location.country)],
    [t`Bio`, profile.bio ?? ''],
    ...profile.prompts.map(({ question, answer }): Row => [words.prompt(question), answer]),
    [t`Interests`, list(profile.interests.map(words.interests.wordOf))],
    [t`Languages`, list(profile.languages.map(words.spoken.wordOf))],
    [t`Work`, profile.basics.work ?? ''],
    [t`Education`, profile.basics.education ?? ''],
    [t`Photo verified`, profile.photoChecked ? t`Yes` : t`No`],
  ]
}
