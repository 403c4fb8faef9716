import type { WatchlistPhoto } from '@kindred/contract/moderation/picture-sweep'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent } from 'react'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { errorText } from '../../api/error-text.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { ErrorNote, Spinner } from '../../ui/pieces.tsx'
import { toast } from '../../ui/toast.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { Unsaved } from '../../ui/unsaved.tsx'
import { LoadOlder } from '../load-older.tsx'
import { ListProblem } from '../list-problem.tsx'
import { useAddToWatchlist, useWatchlist, useRemoveFromWatchlist } from './use-duplicate-photos.ts'

/** Known fakes and removed photos that no account may use. */
export function WatchlistScreen() {
  const { t } = useLingui()
  usePage(t`Watchlist`)
  const query = useWatchlist()
  const listed = query.data?.pages.flatMap(({ data }) => data.listed) ?? []
  return (
    <>
      <Link to={paths.photos} search={{ view: 'same' }}>{t`Duplicate photos`}</Link>
      <h1>{t`Watchlist`}</h1>
      <p className="text-ink-2">
        <Trans>
          Stock photos, AI-generated people, and intimate photos or photos of minors that we removed. Accounts that use
          one appear under Duplicate photos.
        </Trans>
      </p>
      <AddForm />
      <ListProblem query={query} />
      {query.isPending && <Spinner label={t`Loading photos…`} />}
      {query.isSuccess && listed.length === 0 && <EmptyState title={t`No photos on the watchlist`} />}
      <ul className="grid gap-3" aria-label={t`Watchlist`}>
        {listed.map((each) => (
          <Entry key={each._id} entry={each} />
        ))}
      </ul>
      <LoadOlder query={query}>{t`Older photos`}</LoadOlder>
    </>
  )
}

function Entry({ entry: { _id, kind, fingerprint, note, addedBy, addedAt } }: { entry: WatchlistPhoto }) {
  const { t } = useLingui()
  const formats = useFormats()
  const remove = useRemoveFromWatchlist(() => toast({ text: t`Removed.` }))
  const when = formats.day(addedAt)
  const what = kind === 'removed' && note === '' ? t`Removed photo` : note
  return (
    <li className="card flex flex-wrap items-center gap-3">
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere" dir="auto">
          {what}
        </span>
        <span className="block text-caption text-muted">
          <code dir="ltr">{fingerprint}</code> {t`added by ${addedBy}, ${when}`}
        </span>
        <ErrorNote>{remove.isError && errorText(remove.error)}</ErrorNote>
      </span>
      <Button
        tone="quiet"
        size="sm"
        aria-label={t`Remove ${what}`}
        busy={remove.isPending}
        onClick={() => remove.mutate(_id)}
      >
        {t`Remove`}
      </Button>
    </li>
  )
}

function AddForm() {
  const { t } = useLingui()
  const entered = useFormDraft('watchlist', { text: '', note: '' })
  const { text, note } = entered.value
  const add = useAddToWatchlist(({ data: { added } }) => {
    entered.forget()
    toast({ text: t`${plural(added, { one: '# photo', other: '# photos' })} added.` })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate({ fingerprints: text.split(/[\s,;]+/).filter(Boolean), note: note.trim() })
  }
  return (
    <form className="card grid gap-3" onSubmit={submit} aria-label={t`Add to the watchlist`}>
      <Unsaved of={entered} />
      <TextArea
        label={t`Fingerprints`}
        hint={t`One 16-character fingerprint per line, as shown here or shared by other operators.`}
        required
        rows={3}
        spellCheck={false}
        value={text}
        onChange={({ target }) => entered.change({ text: target.value })}
      />
      <TextField
        label={t`Note`}
        required
        maxLength={300}
        value={note}
        onChange={({ target }) => entered.change({ note: target.value })}
      />
      <ErrorNote>{add.isError && errorText(add.error)}</ErrorNote>
      <Button type="submit" className="justify-self-start" busy={add.isPending}>{t`Add`}</Button>
    </form>
  )
}
