import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Bookmark, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { meeting } from '../../api/member-client.ts'
import { withRetry } from '../../api/retry.ts'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { usePage } from '../../ui/page.ts'
import { EmptyState } from '../../ui/pieces.tsx'
import { Pager } from '../../ui/table.tsx'
import { PeopleGrid } from '../discover/people-grid.tsx'
import { Gate } from '../layout/gate.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import '../people.css'
import { useAction } from '../use-action.ts'
import { keys, SearchForm, type Wish } from './search-form.tsx'

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
  const asked = useSearch({ strict: false }) as Wish
  const navigate = useNavigate()
  const wish = Object.fromEntries(keys.flatMap((key) => (asked[key] ? [[key, asked[key]]] : []))) as Wish
  const page = asked.page ?? '1'
  const query = useQuery({
    queryKey: ['searchPeople', wish, page],
    queryFn: () => withRetry(() => meeting.searchPeople({ query: { ...wish, page } as never })),
    placeholderData: keepPreviousData,
  })
  const go = (next: Wish) =>
    void navigate({
      to: paths.search,
      search: Object.fromEntries(Object.entries(next).filter(([, value]) => value)) as never,
      replace: true,
    })
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div className="grid gap-4">
        <SearchForm key={JSON.stringify(wish)} wish={wish} onSearch={go} />
        <Saved wish={wish} onSearch={go} />
      </div>
      <section className="grid gap-4" aria-label={t`People found`} aria-busy={query.isFetching}>
        <Loaded query={query}>
          {({ data }) => <Found data={data} onPage={(next) => go({ ...wish, page: next })} />}
        </Loaded>
      </section>
    </div>
  )
}

function Saved({ wish, onSearch }: { wish: Wish; onSearch: (wish: Wish) => void }) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const query = useQuery({ queryKey: ['listSearches'], queryFn: () => withRetry(() => meeting.listSearches()) })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['listSearches'] })
  const save = (event: FormEvent) => {
    event.preventDefault()
    void action
      .run(() => meeting.saveSearch({ body: { name: name.trim(), query: wish as Record<string, string> } }))
      .then(() => setName(''))
      .then(refresh)
  }
  return (
    <section className="card grid gap-3" aria-labelledby="saved-searches">
      <h2 id="saved-searches" className="text-body!">
        <Trans>Saved searches</Trans>
      </h2>
      <ul className="grid gap-1">
        {query.data?.data.searches.map((search) => (
          <li key={search._id} className="flex items-center gap-2">
            <button type="button" className="link trunc grow text-left" onClick={() => onSearch(search.query)}>
              {search.name}
            </button>
            <IconButton
              label={t`Forget ${search.name}`}
              tone="ghost"
              size="sm"
              onClick={() => void meeting.dropSearch({ params: { id: search._id } }).then(refresh)}
            >
              <Trash2 size={16} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {Object.keys(wish).length > 0 && (
        <form className="flex items-end gap-2" onSubmit={save}>
          <div className="grow">
            <TextField
              label={t`Name for this search`}
              required
              maxLength={60}
              value={name}
              error={action.text}
              onChange={({ target }) => setName(target.value)}
            />
          </div>
          <IconButton label={t`Save this search`} tone="quiet" type="submit">
            <Bookmark size={18} aria-hidden="true" />
          </IconButton>
        </form>
      )}
    </section>
  )
}

type Answer = Awaited<ReturnType<typeof meeting.searchPeople>>['data']

function Found({ data: { users, pagination }, onPage }: { data: Answer; onPage: (page: string) => void }) {
  const { t } = useLingui()
  return (
    <>
      <p className="muted" role="status">
        {pagination.total >= 10_000 ? (
          <Trans>More than 10,000 people fit you, and you fit them.</Trans>
        ) : (
          <Plural
            value={pagination.total}
            one="# person fits you, and you fit them."
            other="# people fit you, and you fit them."
          />
        )}
      </p>
      {users.length > 0 ? (
        <PeopleGrid people={users} />
      ) : (
        <EmptyState title={t`Nobody found`}>
          <Trans>Ask for less: take a word or a filter away.</Trans>
        </EmptyState>
      )}
      {pagination.pages > 1 && (
        <Pager
          page={pagination.page}
          pages={Math.min(1000, pagination.pages)}
          label={t`Pages`}
          previous={t`Page before`}
          next={t`Next page`}
          onPage={(next) => onPage(String(next))}
        />
      )}
    </>
  )
}
