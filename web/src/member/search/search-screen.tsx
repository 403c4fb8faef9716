import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { Search as Glass, SlidersHorizontal } from 'lucide-react'
import { readQuery } from '../../api/queries.ts'
import { matching } from '../../api/member-client.ts'
import { idIn, pageIn, withoutEmpty } from '../../api/params.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useDistances } from '../people/words.ts'
import { PeopleGrid } from '../discover/people-grid.tsx'
import { Gate } from '../layout/gate.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { SavedSearches } from './saved-searches.tsx'
import { paramsIn, type SearchParams } from './search-params.ts'
import { inputClass, searchClass, typedDirection } from '../../ui/field.tsx'

const SearchSheet = lazy(() => import('./search-sheet.tsx'))

type Props = { params: SearchParams; onSearch: (params: SearchParams) => void; onFilter: () => void }

function SearchBar({ params, onSearch, onFilter }: Props) {
  const { t } = useLingui()
  const [words, setWords] = useState(params.q ?? '')
  const set = Object.keys(params).filter((name) => name !== 'q').length
  return (
    <form
      className="flex flex-wrap gap-2"
      role="search"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSearch({ ...params, q: words.trim() })
      }}
    >
      <span className={`${searchClass} min-w-56 flex-1`}>
        <Glass className="icon" />
        <input
          className={`${inputClass} rounded-full!`}
          dir={typedDirection(words)}
          aria-label={t`Keywords`}
          placeholder={t`choir, bread, Lisbon`}
          maxLength={200}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      </span>
      <span className="flex gap-2">
        <Button type="submit">{t`Search`}</Button>
        <Button tone="quiet" aria-haspopup="dialog" onClick={onFilter}>
          <SlidersHorizontal size={18} />
          {t`Filters`}
          {set > 0 && <span className="text-muted tabular-nums">{set}</span>}
        </Button>
      </span>
    </form>
  )
}

export default function SearchScreen() {
  const { t } = useLingui()
  usePage(t({ message: 'Search', context: 'noun' }))
  const saved = idIn(useSearch<'/search'>().saved)
  return (
    <MemberFrame layout="wide">
      <div className="grid gap-6 px-5 py-8 sm:px-8 phone:pt-2">
        <h1>
          <Trans context="noun">Search</Trans>
        </h1>
        <Gate forMeeting>{saved ? <OpenSaved id={saved} /> : <Search />}</Gate>
      </div>
    </MemberFrame>
  )
}

/** An alert links to a saved search, and shows its new people. Once the search is deleted, it's a plain search. */
function OpenSaved({ id }: { id: string }) {
  const query = useQuery(readQuery(['listSearches'], matching.listSearches))
  const searches = query.data?.data.searches
  useEffect(() => {
    if (!searches) return
    const found = searches.find(({ _id }) => _id === id)
    const search = found ? { ...found.query, newHere: 'true' } : {}
    void navigate({ to: paths.search, search, replace: true })
  }, [searches, id])
  return <Loaded query={query}>{() => null}</Loaded>
}

function Search() {
  const { t } = useLingui()
  const search = useSearch<'/search'>()
  const [filtering, setFiltering] = useState<boolean>()
  const params = paramsIn(search, useDistances())
  const page = pageIn(search.page) ?? '1'
  const query = useQuery({
    ...readQuery(['searchPeople', params, page], () => matching.searchPeople({ query: { ...params, page } })),
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
      {filtering !== undefined && (
        <Suspense>
          <SearchSheet params={params} open={filtering} onClose={() => setFiltering(false)} onSearch={go} />
        </Suspense>
      )}
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
          t`More than 1,000 people are a mutual fit.`
        ) : (
          <Plural value={pagination.total} one="# person is a mutual fit." other="# people are a mutual fit." />
        )}
      </p>
      {users.length > 0 ? (
        <PeopleGrid people={users} />
      ) : (
        <EmptyState
          title={t`No one found`}
          action={onReset && <Button tone="quiet" onClick={onReset}>{t`Reset filters`}</Button>}
        >
          {t`Try fewer words or filters.`}
        </EmptyState>
      )}
      {pagination.pages > 1 && (
        <Pager
          page={pagination.page}
          pages={Math.min(1000, pagination.pages)}
          onPage={(next) => onPage(String(next))}
        />
      )}
    </>
  )
}
