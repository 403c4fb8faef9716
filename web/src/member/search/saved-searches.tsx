import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, Bookmark, ChevronDown, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { readQuery } from '../../api/queries.ts'
import { matching } from '../../api/member-client.ts'
import { IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { useAction } from '../use-action.ts'
import type { KnownParams, SearchParams } from './search-params.ts'
import { linkClass } from '../../ui/classes.ts'

export function SavedSearches({ params, onSearch }: { params: KnownParams; onSearch: (params: SearchParams) => void }) {
  const { t } = useLingui()
  const drop = useAction()
  const queryClient = useQueryClient()
  const query = useQuery(readQuery(['listSearches'], matching.listSearches))
  const searches = query.data?.data.searches
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['listSearches'] })
  const setAlerts = async (id: string, alerts: boolean) => {
    await drop.run(() => matching.changeSearch({ params: { id }, body: { alerts } }))
    await refresh()
  }
  const hasFilters = Object.keys(params).length > 0
  return (
    <details className="group max-w-xl">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-small text-ink-2">
        <Bookmark size={16} />
        {t`Saved searches`}
        {searches && searches.length > 0 && <span className="text-muted tabular-nums">{searches.length}</span>}
        <ChevronDown className="group-open:rotate-180" size={16} />
      </summary>
      <div className="card mt-1 grid grid-cols-[minmax(0,1fr)] gap-3">
        {searches?.length === 0 && !hasFilters && (
          <p className="text-muted">{t`Run a search, and you can save it here.`}</p>
        )}
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {searches?.map((search) => (
            <li key={search._id} className="flex items-center gap-2">
              <button
                type="button"
                className={`${linkClass} min-w-0 truncate flex-1`}
                dir="auto"
                onClick={() => onSearch(search.query)}
              >
                {search.name}
              </button>
              <IconButton
                label={t`Alerts for ${search.name}`}
                tone={search.alerts ? 'soft' : 'ghost'}
                size="sm"
                aria-pressed={search.alerts}
                onClick={() => void setAlerts(search._id, !search.alerts)}
              >
                <Bell size={16} />
              </IconButton>
              <IconButton
                label={t`Delete ${search.name}`}
                tone="ghost"
                size="sm"
                onClick={() => void drop.run(() => matching.dropSearch({ params: { id: search._id } })).then(refresh)}
              >
                <Trash2 size={16} />
              </IconButton>
            </li>
          ))}
        </ul>
        {searches && searches.length > 0 && (
          <p className="text-small text-muted">{t`With alerts on, we tell you about new people, once a day at most.`}</p>
        )}
        <ErrorNote>{drop.text}</ErrorNote>
        {hasFilters && <SaveForm params={params} onSaved={() => void refresh()} />}
      </div>
    </details>
  )
}

function SaveForm({ params, onSaved }: { params: KnownParams; onSaved: () => void }) {
  const { t } = useLingui()
  const action = useAction()
  const [name, setName] = useState('')
  const [isTried, setTried] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (action.busy) return
    setTried(true)
    if (name.trim() === '') return
    const body = { name: name.trim(), query: params }
    if (!(await action.run(() => matching.saveSearch({ body })))) return
    setName('')
    setTried(false)
    onSaved()
  }
  return (
    <form className="flex items-end gap-2" noValidate onSubmit={(event) => void save(event)}>
      <div className="min-w-0 flex-1">
        <TextField
          label={t`Name for this search`}
          required
          maxLength={60}
          value={name}
          error={isTried && name.trim() === '' ? t`This field is required.` : action.text}
          onChange={({ target }) => setName(target.value)}
        />
      </div>
      <IconButton label={t`Save this search`} tone="quiet" type="submit">
        <Bookmark size={18} />
      </IconButton>
    </form>
  )
}
