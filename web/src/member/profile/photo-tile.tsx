import type { OwnPicture } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { Badge } from '../../ui/pieces.tsx'
import { Photo } from '../people/photo.tsx'
import type { useSorting } from './use-sorting.ts'
import { photoClass } from '../../ui/classes.ts'

const tileSizes = '(min-width: 40rem) 10rem, 30vw'

/** The number of a slot, in its corner. */
export const numberClass =
  'absolute bottom-1.5 inset-s-1.5 grid size-6 place-items-center rounded-full bg-surface text-caption font-bold ' +
  'text-ink shadow-sm tabular-nums'

type TileProps = {
  picture: OwnPicture
  at: number
  count: number
  hintId: string
  onOpen: (() => void) | undefined
  opensDialog?: boolean
  sorting: Omit<ReturnType<typeof useSorting>, 'list'>
}

/** A photo in its slot, which can be tapped and dragged. */
export function PhotoTile({ picture, at, count, hintId, onOpen, opensDialog = false, sorting }: TileProps) {
  const { t } = useLingui()
  const number = at + 1
  const { dragged } = sorting
  const by = dragged?.from === at ? dragged.by : null
  const isTarget = dragged !== null && dragged.over === at && dragged.from !== at
  return (
    <figure className="relative">
      <button
        type="button"
        className={
          `${photoClass} block w-full cursor-grab touch-manipulation rounded-lg! border-0 p-0 select-none ` +
          '[-webkit-touch-callout:none] ' +
          (by ? 'pointer-events-none z-2 cursor-grabbing shadow-lg ' : 'shadow-none! ') +
          (isTarget ? 'outline-3 outline-offset-2 outline-accent' : '')
        }
        style={by ? { transform: `translate(${by.x}px, ${by.y}px) scale(1.04)` } : undefined}
        data-lifted={by ? '' : undefined}
        aria-label={picture.alt ? t`Photo ${number}: ${picture.alt}` : t`Photo ${number}`}
        aria-haspopup={opensDialog ? 'dialog' : undefined}
        aria-describedby={hintId}
        onClick={onOpen}
        {...sorting.itemProps(at, count)}
      >
        <Photo picture={picture} sizes={tileSizes} />
        <span aria-hidden="true" className={numberClass}>
          {number}
        </span>
      </button>
      <figcaption
        className={
          'pointer-events-none absolute top-1.5 inset-x-1.5 flex flex-wrap gap-1 *:max-w-full *:py-1 ' +
          '*:whitespace-normal'
        }
      >
        {picture.review === 'held' && <Badge tone="warning">{t`In review`}</Badge>}
        {picture.review === 'refused' && (
          <Badge tone="danger">{t({ message: 'Not approved', context: 'photo' })}</Badge>
        )}
        {picture.audience === 'matches' && <Badge>{t`Matches only`}</Badge>}
      </figcaption>
    </figure>
  )
}
