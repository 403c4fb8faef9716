import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { meeting } from '../../api/member-client.ts'
import { withRetry } from '../../api/retry.ts'
import { IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useAction } from '../use-action.ts'
import type { Wish } from './search-form.tsx'

export function SavedSearches({ wish, onSearch }: { wish: Wish; onSearch: (wish: Wish) => void }) {
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
