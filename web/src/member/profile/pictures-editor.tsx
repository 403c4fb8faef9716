import type { OwnPicture } from '@kindred/contract/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, ArrowRight, ImagePlus, Pencil, Trash2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Badge, Note } from '../../ui/pieces.tsx'
import { Photo } from '../people/photo.tsx'
import '../people.css'
import { MOST, usePictures, type Coming } from './use-pictures.ts'

/** One's pictures: sent, put in order by hand or by keyboard, described, taken away. */
export function PicturesEditor() {
  const edit = usePictures()
  const { pictures, coming, problem, move } = edit
  const [dragged, setDragged] = useState<number>()
  const [editing, setEditing] = useState<OwnPicture>()
  const drop = (at: number) => {
    if (dragged !== undefined && dragged !== at) void move(dragged, at)
    setDragged(undefined)
  }
  return (
    <div className="grid gap-4">
      {problem && (
        <Note tone="danger" live>
          {problem}
        </Note>
      )}
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {pictures.map((picture, at) => (
          <li key={picture.publicId} className="grid min-w-0 content-start gap-2">
            <Tile
              picture={picture}
              at={at}
              count={pictures.length}
              edit={edit}
              onEdit={() => setEditing(picture)}
              onDrag={() => setDragged(at)}
              onDrop={() => drop(at)}
            />
          </li>
        ))}
        {coming.map((each) => (
          <li key={each.key} className="photo grid place-items-center rounded-lg! p-3 text-center shadow-none!">
            <OnItsWay picture={each} onForget={() => edit.forget(each.key)} />
          </li>
        ))}
        {pictures.length + coming.length < MOST && (
          <li>
            <AddButton onFiles={(files) => void edit.add(files)} />
          </li>
        )}
      </ul>
      <p className="small muted">
        <Trans>
          The first one is your profile picture. Where and when they were taken is removed from every photo.
        </Trans>
      </p>
      {editing && (
        <DescribeDialog
          picture={editing}
          onClose={() => setEditing(undefined)}
          onSave={(said) => void edit.describe(editing, said)}
        />
      )}
    </div>
  )
}

function OnItsWay({ picture: { name, progress, error }, onForget }: { picture: Coming; onForget: () => void }) {
  const { t } = useLingui()
  if (!error) return <progress className="w-full" value={progress} aria-label={t`Sending ${name}`} />
  return (
    <div role="alert" className="grid justify-items-center gap-2">
      <p className="small text-danger">
        <b className="break-all">{name}</b>: {error}
      </p>
      <IconButton label={t`Forget ${name}`} tone="ghost" size="sm" onClick={onForget}>
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** Pressed, or with files let go over it. */
function AddButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        className="photo grid w-full place-content-center justify-items-center gap-2 rounded-lg! border-2 border-dashed border-line-strong text-ink-2 shadow-none!"
        onClick={() => input.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          onFiles([...event.dataTransfer.files])
        }}
      >
        <ImagePlus size={32} aria-hidden="true" />
        <Trans>Add photos</Trans>
      </button>
      <input
        ref={input}
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif"
        className="sr"
        aria-label={t`Choose photos`}
        tabIndex={-1}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

type TileProps = {
  picture: OwnPicture
  at: number
  count: number
  edit: ReturnType<typeof usePictures>
  onEdit: () => void
  onDrag: () => void
  onDrop: () => void
}

function Tile({ picture, at, count, edit, onEdit, onDrag, onDrop }: TileProps) {
  const { t } = useLingui()
  const number = at + 1
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- by hand here, by the arrows below for everybody */}
      <figure
        className="photo cursor-grab rounded-lg! shadow-none!"
        draggable
        onDragStart={onDrag}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          onDrop()
        }}
      >
        <Photo picture={{ ...picture, alt: picture.alt || t`Photo ${number}` }} size="medium" />
        <figcaption className="absolute top-2 left-2 flex flex-wrap gap-1">
          {at === 0 && <Badge tone="accent">{t`Profile picture`}</Badge>}
          {picture.review === 'held' && <Badge tone="warning">{t`Being looked at`}</Badge>}
          {picture.review === 'refused' && <Badge tone="danger">{t`Not shown`}</Badge>}
          {picture.audience === 'matches' && <Badge>{t`Matches only`}</Badge>}
        </figcaption>
      </figure>
      <span className="flex flex-wrap justify-between">
        <IconButton
          label={t`Move photo ${number} forward`}
          tone="ghost"
          size="sm"
          disabled={at === 0 || edit.busy}
          onClick={() => void edit.move(at, at - 1)}
        >
          <ArrowLeft size={18} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t`Move photo ${number} back`}
          tone="ghost"
          size="sm"
          disabled={at === count - 1 || edit.busy}
          onClick={() => void edit.move(at, at + 1)}
        >
          <ArrowRight size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label={t`Describe photo ${number}`} tone="ghost" size="sm" onClick={onEdit}>
          <Pencil size={18} aria-hidden="true" />
        </IconButton>
        <IconButton
          label={t`Delete photo ${number}`}
          tone="ghost"
          size="sm"
          disabled={edit.busy}
          onClick={() => void edit.remove(picture)}
        >
          <Trash2 size={18} aria-hidden="true" />
        </IconButton>
      </span>
    </>
  )
}

type Said = { alt: string; audience: 'everyone' | 'matches' }

function DescribeDialog({
  picture,
  onClose,
  onSave,
}: {
  picture: OwnPicture
  onClose: () => void
  onSave: (said: Said) => void
}) {
  const { t } = useLingui()
  const [said, setSaid] = useState<Said>({ alt: picture.alt, audience: picture.audience })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`About this photo`}
      close={t`Close`}
      footer={
        <span className="end">
          <Button
            onClick={() => {
              onSave(said)
              onClose()
            }}
          >
            <Trans>Save</Trans>
          </Button>
        </span>
      }
    >
      <TextField
        label={t`What it shows`}
        hint={t`Read to people who cannot see it. "Me on a pier, laughing" is plenty.`}
        maxLength={300}
        value={said.alt}
        onChange={({ target }) => setSaid({ ...said, alt: target.value })}
      />
      <SelectField
        label={t`Who sees it`}
        value={said.audience}
        onChange={({ target }) => setSaid({ ...said, audience: target.value as Said['audience'] })}
      >
        <option value="everyone">{t`Everybody who sees my profile`}</option>
        <option value="matches">{t`My matches only`}</option>
      </SelectField>
    </Dialog>
  )
}
