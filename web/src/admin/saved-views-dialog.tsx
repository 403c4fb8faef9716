import { isObject } from '../api/failure.ts'
import { useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { readJson, write } from '../session/storage.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import type { SavedViewsProps, View } from './saved-views.tsx'

type Props = SavedViewsProps & { onClose: () => void }

const isViews = (value: unknown): value is View[] =>
  Array.isArray(value) &&
  value.every((each) => isObject(each) && typeof each['name'] === 'string' && isObject(each['search']))

export default function SavedViewsDialog({ list, search, ours = [], onOpen, onClose }: Props) {
  const { t } = useLingui()
  const key = `kindred.views.${list}`
  const [views, setViews] = useState<View[]>(() => readJson(key, isViews) ?? [])
  const save = (next: View[]) => {
    setViews(next)
    write(key, JSON.stringify(next))
  }
  return (
    <Dialog open onClose={onClose} title={t`Saved views`}>
      {views.length === 0 && ours.length === 0 && (
        <p className="text-muted">{t`No saved views yet. Set some filters, then name them here to reuse them.`}</p>
      )}
      <ul className="grid gap-1">
        {[...ours, ...views].map((view) => (
          <li key={view.name} className="flex items-center gap-2">
            <Button
              tone="ghost"
              className="min-w-0 flex-1 justify-start!"
              onClick={() => {
                onOpen(view.search)
                onClose()
              }}
            >
              <bdi>{view.name}</bdi>
            </Button>
            {!ours.includes(view) && (
              <IconButton
                label={t`Delete ${view.name}`}
                tone="ghost"
                size="sm"
                onClick={() => save(views.filter((each) => each !== view))}
              >
                <Trash2 size={16} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <SaveViewForm onKeep={(name) => save([...views.filter((each) => each.name !== name), { name, search }])} />
    </Dialog>
  )
}

function SaveViewForm({ onKeep }: { onKeep: (name: string) => void }) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  return (
    <form
      className="flex flex-wrap items-end gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!name.trim()) return
        onKeep(name.trim())
        setName('')
      }}
    >
      <span className="min-w-0 flex-1">
        <TextField
          label={t`Name for the current filters`}
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </span>
      <Button type="submit" disabled={!name.trim()}>{t`Save`}</Button>
    </form>
  )
}
