import type { Fairness as Group } from '@kindred/contract/discovery/order'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Table } from '../../ui/table.tsx'
import { useGroupName } from '../state-words.ts'
import { useShare } from './words.ts'

/** How evenly active members of each gender and age are shown, and how the learned ranking affects each group. */
export function Fairness({ groups }: { groups: readonly Group[] }) {
  const { t } = useLingui()
  return (
    <section className="card grid gap-3 overflow-hidden p-0" aria-labelledby="fairness">
      <div className="grid max-w-[48rem] gap-2 px-5 pt-5">
        <h2 id="fairness">{t`Exposure fairness`}</h2>
        <p className="text-muted">
          <Trans>
            Members active in the last 14 days, updated nightly. – means fewer than 5 people. The last column compares
            the learned ranking with the original settings on held-out data (95% CI).
          </Trans>
        </p>
      </div>
      {groups.length === 0 ? <p className="px-5 pb-5">{t`No data yet.`}</p> : <Groups groups={groups} />}
    </section>
  )
}

function Groups({ groups }: { groups: readonly Group[] }) {
  const { t, i18n } = useLingui()
  const nameOf = useGroupName()
  const share = useShare()
  const shareOrDash = (value: number | null) => (value === null ? '–' : share(value))
  const figure = (value: number | null) =>
    value === null ? '–' : i18n.number(value, { maximumFractionDigits: 2, minimumFractionDigits: 2 })
  return (
    <Table
      caption={t`Exposure fairness`}
      rows={groups}
      keyOf={({ genderGroup, ageFrom }) => `${genderGroup} ${ageFrom}`}
      columns={[
        { head: t`Group`, cell: ({ genderGroup, ageFrom }) => t`${nameOf(genderGroup)}, ${ageFrom} and up` },
        { head: t`Members`, cell: ({ members }) => (members === null ? '–' : i18n.number(members)) },
        { head: t`Inequality (Gini)`, cell: ({ gini }) => figure(gini) },
        { head: t`Not shown for a week`, cell: ({ unseen }) => shareOrDash(unseen) },
        { head: t`Under 10% of the average`, cell: ({ underATenth }) => shareOrDash(underATenth) },
        { head: t`Share of gender average`, cell: ({ exposure }) => shareOrDash(exposure) },
        { head: t`Likes never seen`, cell: ({ lostLikes }) => shareOrDash(lostLikes) },
        { head: t`Time to first match`, cell: ({ waitDays }) => <Days count={waitDays} /> },
        { head: t`Inactive profiles shown`, cell: ({ goneCards }) => shareOrDash(goneCards) },
        { head: t`Learned ranking`, cell: ({ effect }) => <Effect effect={effect} /> },
      ]}
    />
  )
}

function Days({ count }: { count: number | null }): ReactNode {
  const { t } = useLingui()
  if (count === null) return '–'
  const days = Math.round(count)
  return days < 1 ? t`Under a day` : plural(days, { one: '# day', other: '# days' })
}

/** An interval that includes zero isn't a finding. */
function Effect({ effect }: { effect: Group['effect'] }): ReactNode {
  const { t, i18n } = useLingui()
  const share = useShare()
  if (!effect) return '–'
  const points = (share: number) =>
    i18n.number(share, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  const [low, high, places] = [points(effect.low), points(effect.high), share(Math.abs(effect.places))]
  const isClear = Math.sign(effect.low) === Math.sign(effect.high)
  return (
    <span className="grid">
      <span>{!isClear ? t`No clear difference` : effect.places > 0 ? t`${places} higher` : t`${places} lower`}</span>
      <span className="text-small text-muted">{t`${low} to ${high}`}</span>
    </span>
  )
}
