import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { matching } from '../../api/member-client.ts'
import { pageIn, withoutEmpty } from '../../api/params.ts'
import { withRetry } from '../../api/retry.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { Button } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { PeopleGrid } from '../discover/people-grid.tsx'
import { Gate } from '../layout/gate.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { SavedSearches } from './saved-searches.tsx'
import { SearchBar } from './search-bar.tsx'
import { SearchSheet } from './search-sheet.tsx'
import { paramsIn, type SearchParams } from './search-params.ts'

export default function SearchScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t({ message: 'Search', context: 'noun' }), brand)
  return (
    <MemberFrame layout="wide">
      <div className="grid gap-6 px-5 py-8 sm:px-8 phone:pt-2">
        <h1>
          <Trans context="noun">Search</Trans>
        </h1>
        <Gate forMeeting>
          <Search />
        </Gate>
      </div>
    </MemberFrame>
  )
}

function Search() {
  const { t } = useLingui()
  const search = useSearch<'/search'>()
  const [filtering, setFiltering] = useState(false)
  const params = paramsIn(search)
  const page = pageIn(search.page) ?? '1'
  const query = useQuery({
    queryKey: ['searchPeople', params, page],
    queryFn: () => withRetry(() => matching.searchPeople({ query: { ...params, page } })),
    placeholderData: keepPreviousData,
  })
  const go = (next: SearchParams) => void navigate({ to: paths.search, search: withoutEmpty(next), replace: true })
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <SearchBar key={params.q ?? ''} params={params} onSearch={go} onFilter={() => setFiltering(true)} />
        <SavedSearches params={params} onSearch={go} />
      </div>
      <section className="grid gap-4" aria-label={t`People found`} aria-busy={query.isFetching}>
        <Loaded query={query}>
          {({ data }) => (
            <Found
              data={data}
              onPage={(next) => go({ ...params, page: next })}
              {...(Object.keys(params).some((name) => name !== 'q') && { onReset: () => go({ q: params.q }) })}
            />
          )}
        </Loaded>
      </section>
      <SearchSheet params={params} open={filtering} onClose={() => setFiltering(false)} onSearch={go} />
    </div>
  )
}

type Answer = Awaited<ReturnType<typeof matching.searchPeople>>['data']

type FoundProps = { data: Answer; onPage: (page: string) => void; onReset?: () => void }

function Found({ data: { users, pagination }, onPage, onReset }: FoundProps) {
  const { t } = useLingui()
  return (
    <>
      <p className="text-muted" role="status">
        {pagination.total >= 1000 ? (
          <Trans>More than 1,000 people are a mutual fit.</Trans>
        ) : (
          <Plural value={pagination.total} one="# person is a mutual fit." other="# people are a mutual fit." />
        )}
      </p>
      {users.length > 0 ? (
        <PeopleGrid people={users} />
      ) : (
        <EmptyState
          title={t`No one found`}
          action={
            onReset && (
              <Button tone="quiet" onClick={onReset}>
                <Trans>Reset filters</Trans>
              </Button>
            )
          }
        >
          <Trans>Try fewer words or filters.</Trans>
        </EmptyState>
      )}
      {pagination.pages > 1 && (
        <Pager
          page={pagination.page}
          pages={Math.min(1000, pagination.pages)}
          label={t`Pages`}
          previous={t`Previous page`}
          next={t`Next page`}
          onPage={(next) => onPage(String(next))}
        />
      )}
    </>
  )
}
