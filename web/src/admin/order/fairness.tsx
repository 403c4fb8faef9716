import type { Fairness as Group } from '@kindred/contract/discovery/order'
import { Trans, useLingui } from '@lingui/react/macro'
import { Table } from '../../ui/table.tsx'
import { useGroupName, useShare } from './words.ts'

/** How evenly active members of each gender and age are shown. */
export function Fairness({ groups }: { groups: readonly Group[] }) {
  const { t, i18n } = useLingui()
  const nameOf = useGroupName()
  const share = useShare()
  return (
    <section className="card grid gap-3 overflow-hidden p-0" aria-labelledby="fairness">
      <div className="grid max-w-[48rem] gap-1 px-5 pt-5">
        <h2 id="fairness">
          <Trans>How evenly people are shown</Trans>
        </h2>
        <p className="text-muted">
          <Trans>Members who were active in the last 14 days, counted every night.</Trans>
        </p>
      </div>
      {groups.length === 0 ? (
        <p className="px-5 pb-5">
          <Trans>Nothing has been counted yet.</Trans>
        </p>
      ) : (
        <Table
          caption={t`How evenly people are shown`}
          rows={groups}
          keyOf={({ genderGroup, ageFrom }) => `${genderGroup} ${ageFrom}`}
          columns={[
            { head: t`Group`, cell: ({ genderGroup, ageFrom }) => t`${nameOf(genderGroup)}, ${ageFrom} and up` },
            { head: t`Members`, cell: ({ members }) => i18n.number(members) },
            { head: t`Inequality (Gini)`, cell: ({ gini }) => i18n.number(gini, { maximumFractionDigits: 2 }) },
            { head: t`Not shown in a week`, cell: ({ unseen }) => share(unseen) },
            { head: t`Under a tenth of the mean`, cell: ({ underATenth }) => share(underATenth) },
            { head: t`Shown, compared with their gender`, cell: ({ exposure }) => share(exposure) },
          ]}
        />
      )}
    </section>
  )
}
