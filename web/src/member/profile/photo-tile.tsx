import type { OwnPicture } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { ArrowLeft, ArrowRight, GripVertical, Pencil, Trash2 } from 'lucide-react'
import type { KeyboardEventHandler } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { Photo } from '../people/photo.tsx'
import type { usePhotos } from './use-photos.ts'
import type { useSorting } from './use-sorting.ts'
import { photoClass } from '../../ui/classes.ts'

const tileSizes = '(min-width: 40rem) 15rem, 45vw'

type TileProps = {
  picture: OwnPicture
  at: number
  count: number
  edit: ReturnType<typeof usePhotos>
  onEdit: () => void
  sorting: ReturnType<typeof useSorting>
}

export function PhotoTile({ picture, at, count, edit, onEdit, sorting }: TileProps) {
  const { t } = useLingui()
  const number = at + 1
  const { dragged } = sorting
  const by = dragged?.from === at ? dragged.by : null
  const isTarget = dragged !== null && dragged.over === at && dragged.from !== at
  return (
    <>
      <figure
        className={
          `${photoClass} cursor-grab rounded-lg! select-none ` +
          (by ? 'pointer-events-none z-2 cursor-grabbing shadow-lg' : 'shadow-none!') +
          (isTarget ? ' outline-3 outline-offset-2 outline-accent' : '')
        }
        style={by ? { transform: `translate(${by.x}px, ${by.y}px) scale(0.96)` } : undefined}
        {...sorting.itemProps(at)}
      >
        <Photo picture={{ ...picture, alt: picture.alt || t`Photo ${number}` }} sizes={tileSizes} />
        <figcaption className="absolute top-2 inset-x-2 flex flex-wrap gap-1 *:max-w-full *:py-1 *:whitespace-normal">
          {at === 0 && <Badge tone="accent">{t`Profile photo`}</Badge>}
          {picture.review === 'held' && <Badge tone="warning">{t`In review`}</Badge>}
          {picture.review === 'refused' && (
            <Badge tone="danger">{t({ message: 'Not approved', context: 'photo' })}</Badge>
          )}
          {picture.audience === 'matches' && <Badge>{t`Matches only`}</Badge>}
        </figcaption>
        <Grip number={number} onKeyDown={sorting.onGripKey(at, count)} />
      </figure>
      <Acts picture={picture} at={at} count={count} edit={edit} onEdit={onEdit} />
    </>
  )
}

function Grip({ number, onKeyDown }: { number: number; onKeyDown: KeyboardEventHandler }) {
  const { t } = useLingui()
  return (
    <button
      type="button"
      className={
        'absolute inset-e-2 bottom-2 grid size-11 cursor-grab touch-none place-items-center rounded-full border-0 ' +
        'bg-surface p-0 text-ink shadow-sm'
      }
      data-grip
      aria-label={t`Move photo ${number} with the arrow keys`}
      title={t`Drag to move`}
      onKeyDown={onKeyDown}
    >
      <GripVertical size={20} />
    </button>
  )
}

function Acts({ picture, at, count, edit, onEdit }: Omit<TileProps, 'sorting'>) {
  const { t } = useLingui()
  const number = at + 1
  return (
    <span className="grid grid-cols-2 sm:grid-cols-4 [&>button]:w-full">
      <IconButton
        label={t`Move photo ${number} forward`}
        tone="ghost"
        size="sm"
        disabled={at === 0}
        onClick={() => edit.move(at, at - 1)}
      >
        <ArrowLeft size={18} />
      </IconButton>
      <IconButton
        label={t`Move photo ${number} back`}
        tone="ghost"
        size="sm"
        disabled={at === count - 1}
        onClick={() => edit.move(at, at + 1)}
      >
        <ArrowRight size={18} />
      </IconButton>
      <IconButton label={t`Describe photo ${number}`} tone="ghost" size="sm" onClick={onEdit}>
        <Pencil size={18} />
      </IconButton>
      <IconButton
        label={t`Delete photo ${number}`}
        tone="ghost"
        size="sm"
        disabled={edit.busy}
        onClick={() => void edit.remove(picture)}
      >
        <Trash2 size={18} />
      </IconButton>
    </span>
  )
}
