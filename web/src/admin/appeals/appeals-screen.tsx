import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePage } from '../../api/settings.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/pieces.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { LoadOlder } from '../load-older.tsx'
import { ListProblem } from '../list-problem.tsx'
import { AppealCard } from './appeal-card.tsx'
import { useAppeals } from './use-appeals.ts'

export default function AppealsScreen() {
  const { t } = useLingui()
  usePage(t`Appeals`)
  const [shown, setShown] = useState<'open' | 'all'>('open')
  const query = useAppeals(shown === 'open')
  const appeals = query.data?.pages.flatMap(({ data }) => data.appeals) ?? []
  return (
    <>
      <h1>{t`Appeals`}</h1>
      <p className="text-ink-2">
        <Trans>
          Someone other than the original decision-maker reviews each appeal. If no one else can, the same person may
          review it after 24 hours, and the appeal is flagged.
        </Trans>
      </p>
      <FilterSelect
        label={t`Show`}
        options={[
          { value: 'open', name: t`Open appeals` },
          { value: 'all', name: t`All appeals` },
        ]}
        value={shown}
        onChange={(value) => setShown(value === 'all' ? 'all' : 'open')}
      />
      <ListProblem query={query} />
      {query.isPending && <Spinner label={t`Loading appeals…`} />}
      {query.isSuccess && appeals.length === 0 && (
        <EmptyState title={t`No appeals`}>{t`Appeals will appear here.`}</EmptyState>
      )}
      <ul className="grid gap-5">
        {appeals.map((appeal) => (
          <AppealCard key={appeal._id} appeal={appeal} />
        ))}
      </ul>
      <LoadOlder query={query}>{t`Older appeals`}</LoadOlder>
    </>
  )
}
