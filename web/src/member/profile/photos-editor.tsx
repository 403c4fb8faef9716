import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { type DragEvent, type RefObject, useRef, useState } from 'react'
import { photoClass } from '../../ui/classes.ts'
import { IconButton } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { CropDialogs } from './crop-dialog.tsx'
import { DescribeDialog } from './describe-dialog.tsx'
import { PhotoActions } from './photo-actions.tsx'
import { numberClass } from './photo-tile.tsx'
import { SortablePhotos, useMoves } from './sortable-photos.tsx'
import { type Upload, SLOTS, usePhotos } from './use-photos.ts'

const slotClass = `${photoClass} rounded-lg! shadow-none!`

type Chooser = RefObject<HTMLInputElement | null>

/** The open photo, and the sheet in which it is open. */
type Open = { publicId: string; describes: boolean }

const SHORTEST_SIDE = 400

/** Infinity for a file that can't be read, about which the next step says more. */
async function shortSideOf(file: File): Promise<number> {
  const photo = await createImageBitmap(file).catch(() => null)
  if (!photo) return Infinity
  const { width, height } = photo
  photo.close()
  return Math.min(width, height)
}

export function PhotosEditor({ chooser }: { chooser?: Chooser }) {
  const { t } = useLingui()
  const edit = usePhotos()
  const own: Chooser = useRef(null)
  const input = chooser ?? own
  const { pictures, coming, problem } = edit
  const [open, setOpen] = useState<Open>()
  const [chosen, setChosen] = useState<File[]>()
  const moves = useMoves(pictures.length, edit.move)
  const at = pictures.findIndex(({ publicId }) => publicId === open?.publicId)
  const picture = pictures[at]
  const close = () => setOpen(undefined)
  const filled = pictures.length + coming.length
  const [tooSmall, setTooSmall] = useState<string>()
  const addFiles = async (files: File[]) => {
    const wanted = edit.roomFor(files)
    const sides = await Promise.all(wanted.map(shortSideOf))
    // The profile photo fills a phone.
    const isLarge = (_: File, nth: number) => filled > 0 || (sides[nth] ?? 0) >= SHORTEST_SIDE
    const fitting = wanted.filter(isLarge)
    const name = wanted.find((file, nth) => !isLarge(file, nth))?.name
    setTooSmall(name && t`“${name}” is too small for a first photo. It needs ${SHORTEST_SIDE} pixels on each side.`)
    setChosen(fitting.length > 0 ? fitting : undefined)
  }
  return (
    <div className="grid gap-4">
      <ErrorNote>{problem ?? tooSmall}</ErrorNote>
      <SortablePhotos
        pictures={pictures}
        moves={moves}
        opensDialog
        openerOf={({ publicId }) =>
          () =>
            setOpen({ publicId, describes: false })
          }
      >
        {coming.map((each) => (
          <li key={each.key} className={`${slotClass} grid place-items-center p-2 text-center`}>
            <UploadingPhoto picture={each} onForget={() => edit.forget(each.key)} />
          </li>
        ))}
        {Array.from({ length: Math.max(0, SLOTS - filled) }, (_, nth) => (
          <li key={filled + nth} className="min-w-0">
            <EmptySlot
              at={filled + nth}
              onChoose={() => input.current?.click()}
              onFiles={(files) => void addFiles(files)}
            />
          </li>
        ))}
      </SortablePhotos>
      <input
        ref={input}
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif"
        className="sr-only"
        aria-label={t`Choose photos`}
        tabIndex={-1}
        onChange={({ target }) => {
          void addFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <p className="text-small text-muted">
        <Trans>
          Your first photo is your profile photo. Drag photos to change their order. We remove the time and place from
          every photo.
        </Trans>
      </p>
      {chosen && <CropDialogs files={chosen} onDone={edit.add} onEnd={() => setChosen(undefined)} />}
      {open && picture && !open.describes && (
        <PhotoActions
          picture={picture}
          at={at}
          count={pictures.length}
          busy={edit.busy}
          remove={edit.remove}
          onMove={(to) => moves.move(at, to)}
          onDescribe={() => setOpen({ ...open, describes: true })}
          onClose={close}
        />
      )}
      {open?.describes && picture && (
        <DescribeDialog
          picture={picture}
          onClose={close}
          onSave={(description) => void edit.describe(picture, description)}
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
      <p className="text-caption text-danger">
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

/** Ideas for the photos, which show more of a person than six portraits. */
function useHints(): string[] {
  const { t } = useLingui()
  return [t`Your face`, t`You laughing`, t`Something you do`, t`All of you`, t`A place you love`, t`You with friends`]
}

type SlotProps = { at: number; onChoose: () => void; onFiles: (files: File[]) => void }

function EmptySlot({ at, onChoose, onFiles }: SlotProps) {
  const { t } = useLingui()
  const hint = useHints()[at] ?? ''
  const number = at + 1
  return (
    <button
      type="button"
      className={
        `${slotClass} grid w-full place-content-center justify-items-center gap-1 border-2 border-dashed ` +
        'border-line-strong p-2 text-caption text-ink-2'
      }
      aria-label={t`Add photo ${number}: ${hint}`}
      onClick={onChoose}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        onFiles([...event.dataTransfer.files])
      }}
    >
      <Plus size={22} />
      {hint}
      {/* The name has the number already, in another place. */}
      <span className={`${numberClass} before:content-[attr(data-number)]`} data-number={number} />
    </button>
  )
}
