import type { OwnPicture } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { ImagePlus, X } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { CropDialogs } from './crop-dialog.tsx'
import { PhotoTile } from './photo-tile.tsx'
import { type Upload, MAX_PHOTOS, usePhotos } from './use-photos.ts'
import { useSorting } from './use-sorting.ts'
import { photoClass } from '../../ui/classes.ts'
import { oneOf } from '../../api/params.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'

const audiences = ['everyone', 'matches'] as const
type Description = { alt: string; audience: (typeof audiences)[number] }

function DescribeDialog({
  picture,
  onClose,
  onSave,
}: {
  picture: OwnPicture
  onClose: () => void
  onSave: (description: Description) => void
}) {
  const { t } = useLingui()
  const saved: Description = { alt: picture.alt, audience: picture.audience }
  const entered = useFormDraft(`photo.${picture.publicId}`, saved)
  const description = entered.value
  return (
    <Dialog
      onClose={onClose}
      title={t`About this photo`}
      cancel={false}
      go={t`Save`}
      onGo={() => {
        entered.forget()
        onSave(description)
        onClose()
      }}
    >
      <Unsaved of={entered} />
      <TextField
        label={t`Description`}
        hint={t`Read aloud to people who can’t see it. “Me on a pier, laughing” is plenty.`}
        maxLength={300}
        value={description.alt}
        onChange={({ target }) => entered.change({ alt: target.value })}
      />
      <SelectField
        label={t`Who can see it`}
        value={description.audience}
        onChange={({ target }) => entered.change({ audience: oneOf(audiences, target.value) ?? description.audience })}
      >
        <option value="everyone">{t`Everyone who sees my profile`}</option>
        <option value="matches">{t`Only my matches`}</option>
      </SelectField>
    </Dialog>
  )
}

const comingClass = `${photoClass} grid place-items-center rounded-lg! p-3 text-center shadow-none!`

type Chooser = RefObject<HTMLInputElement | null>

export function PhotosEditor({ chooser }: { chooser?: Chooser }) {
  const { t } = useLingui()
  const edit = usePhotos()
  const own: Chooser = useRef(null)
  const { pictures, coming, problem, move } = edit
  const [editing, setEditing] = useState<OwnPicture>()
  const [chosen, setChosen] = useState<File[]>()
  const [status, setStatus] = useState('')
  const sorting = useSorting((from, to) => {
    move(from, to)
    setStatus(t`Photo ${from + 1} is now photo ${to + 1} of ${pictures.length}.`)
  })
  return (
    <div className="grid gap-4">
      <ErrorNote>{problem}</ErrorNote>
      <p className="sr-only" role="status">
        {status}
      </p>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {pictures.map((picture, at) => (
          <li key={picture.publicId} data-place className="grid min-w-0 content-start gap-2">
            <PhotoTile
              picture={picture}
              at={at}
              count={pictures.length}
              edit={edit}
              onEdit={() => setEditing(picture)}
              sorting={sorting}
            />
          </li>
        ))}
        {coming.map((each) => (
          <li key={each.key} className={comingClass}>
            <UploadingPhoto picture={each} onForget={() => edit.forget(each.key)} />
          </li>
        ))}
        {pictures.length + coming.length < MAX_PHOTOS && (
          <li>
            <AddButton input={chooser ?? own} onFiles={(files) => setChosen(edit.roomFor(files))} />
          </li>
        )}
      </ul>
      <p className="text-small text-muted">
        <Trans>
          Your first photo is your profile photo. Drag photos to change their order. We remove the time and place from
          every photo.
        </Trans>
      </p>
      {chosen && <CropDialogs files={chosen} onDone={edit.add} onEnd={() => setChosen(undefined)} />}
      {editing && (
        <DescribeDialog
          picture={editing}
          onClose={() => setEditing(undefined)}
          onSave={(description) => void edit.describe(editing, description)}
        />
      )}
    </div>
  )
}

function UploadingPhoto({ picture: { name, progress, error }, onForget }: { picture: Upload; onForget: () => void }) {
  const { t } = useLingui()
  if (!error) return <progress className="w-full" value={progress} aria-label={t`Uploading ${name}`} />
  return (
    <div role="alert" className="grid justify-items-center gap-2">
      <p className="text-small text-danger">
        <b className="break-all">
          <bdi>{name}</bdi>
        </b>
        : {error}
      </p>
      <IconButton label={t`Remove ${name}`} tone="ghost" size="sm" onClick={onForget}>
        <X size={18} />
      </IconButton>
    </div>
  )
}

type AddProps = { input: Chooser; onFiles: (files: File[]) => void }

function AddButton({ input, onFiles }: AddProps) {
  const { t } = useLingui()
  return (
    <>
      <button
        type="button"
        className={
          `${photoClass} grid w-full place-content-center justify-items-center gap-2 rounded-lg! border-2 ` +
          'border-dashed border-line-strong text-ink-2 shadow-none!'
        }
        onClick={() => input.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          onFiles([...event.dataTransfer.files])
        }}
      >
        <ImagePlus size={32} />
        {t`Add photos`}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif"
        className="sr-only"
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
