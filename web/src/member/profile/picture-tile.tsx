import type { OwnPicture } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { ArrowLeft, ArrowRight, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { Badge } from '../../ui/pieces.tsx'
import { Photo } from '../people/photo.tsx'
import type { usePictures } from './use-pictures.ts'
import { photoClass } from '../../ui/classes.ts'

const tileSizes = '(min-width: 40rem) 15rem, 45vw'

type TileProps = {
  picture: OwnPicture
  at: number
  count: number
  edit: ReturnType<typeof usePictures>
  onEdit: () => void
  onDrag: () => void
  onDrop: () => void
}

export function PictureTile({ picture, at, count, edit, onEdit, onDrag, onDrop }: TileProps) {
  const { t } = useLingui()
  const number = at + 1
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow buttons do the same */}
      <figure
        className={`${photoClass} cursor-grab rounded-lg! shadow-none!`}
        draggable
        onDragStart={onDrag}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          onDrop()
        }}
      >
        <Photo picture={{ ...picture, alt: picture.alt || t`Photo ${number}` }} sizes={tileSizes} />
        <figcaption className="absolute top-2 left-2 flex flex-wrap gap-1">
          {at === 0 && <Badge tone="accent">{t`Profile picture`}</Badge>}
          {picture.review === 'held' && <Badge tone="warning">{t`In review`}</Badge>}
          {picture.review === 'refused' && <Badge tone="danger">{t`Not approved`}</Badge>}
          {picture.audience === 'matches' && <Badge>{t`Matches only`}</Badge>}
        </figcaption>
      </figure>
      <span className="grid grid-cols-[repeat(4,minmax(0,2.75rem))] justify-between [&>button]:w-full">
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
