import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { matching } from '../../api/member-client.ts'
import { pageIn } from '../../api/params.ts'
import { withRetry } from '../../api/retry.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { usePage } from '../../ui/page.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { PeopleGrid } from '../discover/people-grid.tsx'
import { Gate } from '../layout/gate.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { SavedSearches } from './saved-searches.tsx'
import { SearchForm } from './search-form.tsx'
import { paramsIn, type SearchParams } from './search-params.ts'

export default function SearchScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Search`, brand)
  return (
    <MemberFrame layout="wide">
      <div className="grid gap-6 px-5 py-8 sm:px-8">
        <h1>
          <Trans>Search</Trans>
        </h1>
        <Gate>
          <Search />
        </Gate>
      </div>
    </MemberFrame>
  )
}

function Search() {
  const { t } = useLingui()
  const search = useSearch<'/search'>()
  const params = paramsIn(search)
  const page = pageIn(search.page) ?? '1'
  const query = useQuery({
    queryKey: ['searchPeople', params, page],
    queryFn: () => withRetry(() => matching.searchPeople({ query: { ...params, page } })),
    placeholderData: keepPreviousData,
  })
  const go = (next: SearchParams) =>
    void navigate({
      to: paths.search,
      search: Object.fromEntries(Object.entries(next).filter(([, value]) => value)),
      replace: true,
    })
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="grid gap-4">
        <SearchForm key={JSON.stringify(params)} params={params} onSearch={go} />
        <SavedSearches params={params} onSearch={go} />
      </div>
      <section className="grid gap-4" aria-label={t`People found`} aria-busy={query.isFetching}>
        <Loaded query={query}>
          {({ data }) => <Found data={data} onPage={(next) => go({ ...params, page: next })} />}
        </Loaded>
      </section>
    </div>
  )
}

type Answer = Awaited<ReturnType<typeof matching.searchPeople>>['data']

function Found({ data: { users, pagination }, onPage }: { data: Answer; onPage: (page: string) => void }) {
  const { t } = useLingui()
  return (
    <>
      <p className="text-muted" role="status">
        {pagination.total >= 1000 ? (
          <Trans>More than 1,000 people are a fit both ways.</Trans>
        ) : (
          <Plural value={pagination.total} one="# person is a fit both ways." other="# people are a fit both ways." />
        )}
      </p>
      {users.length > 0 ? (
        <PeopleGrid people={users} />
      ) : (
        <EmptyState title={t`No one found`}>
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
