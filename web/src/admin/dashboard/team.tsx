import { teamPeriods, type TeamMemberStats } from '@kindred/contract/moderation/team'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { Table } from '../../ui/table.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { inWords } from '../../words/duration.ts'
import { listHeadClass } from '../filter-row.tsx'
import { UserLink } from '../user-link.tsx'

/** For administrators: how much each colleague handled, and how well, with the number of cases behind each figure. */
export default function Team() {
  const { t } = useLingui()
  const [days, setDays] = useState<(typeof teamPeriods)[number]>('30')
  const query = useQuery({
    ...readQuery(['getTeamStatistics', days], () => backOffice.getTeamStatistics({ query: { days } })),
    placeholderData: keepPreviousData,
  })
  return (
    <section className="card overflow-clip p-0" aria-labelledby="team">
      <div className={`${listHeadClass} px-5 py-3`}>
        <h2 id="team">{t({ message: 'Team', context: 'screen' })}</h2>
        <FilterSelect
          label={t`Period`}
          options={[
            { value: '30', name: t`Last 30 days` },
            { value: '90', name: t`Last 90 days` },
          ]}
          value={days}
          onChange={setDays}
          className="desk:w-52"
        />
      </div>
      {query.isPending && <Spinner label={t`Loading data…`} />}
      {query.isError && <QueryProblem query={query} text={errorText(query.error)} />}
      {query.data && <Members members={query.data.data.members} />}
    </section>
  )
}

function Members({ members }: { members: readonly TeamMemberStats[] }) {
  const { t, i18n } = useLingui()
  const { percent } = useFormats()
  const number = (value: number) => i18n.number(value)
  return (
    <Table
      caption={t({ message: 'Team', context: 'screen' })}
      rows={members}
      keyOf={({ _id }) => _id}
      columns={[
        {
          head: t`Name`,
          cell: ({ _id, name }) => (
            <UserLink id={_id} className="inline-block font-bold text-ink no-underline pointer-coarse:py-3" dir="auto">
              {name}
            </UserLink>
          ),
        },
        { head: t`Cases handled`, end: true, cell: ({ handled }) => number(handled) },
        {
          head: t`Median time to first answer`,
          end: true,
          cell: ({ firstAnswer: { median, of } }) => (
            <Measured value={median === null ? '–' : inWords(i18n, median)} of={t`n = ${number(of)}`} />
          ),
        },
        {
          head: t`Overturned on appeal`,
          end: true,
          cell: ({ overturned: { count, of } }) => (
            <Measured value={number(count)} of={t`of ${number(of)} decisions`} />
          ),
        },
        {
          head: t`Agreement in blind reviews`,
          end: true,
          cell: ({ agreed: { count, of } }) => (
            <Measured value={of === 0 ? '–' : percent(count / of)} of={t`n = ${number(of)}`} />
          ),
        },
      ]}
    />
  )
}

const Measured = ({ value, of }: { value: string; of: string }) => (
  <span className="whitespace-nowrap tabular-nums">
    {value} <span className="text-caption text-muted">{of}</span>
  </span>
)
