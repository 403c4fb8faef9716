import type { OwnPicture } from '@kindred/contract/profiles/users'
import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState, type ReactNode } from 'react'
import { PhotoTile } from './photo-tile.tsx'
import { useSorting } from './use-sorting.ts'

type Moves = { move: (from: number, to: number) => void; status: string }

/** Moves photos, by any means, and says for screen readers where each is now. */
export function useMoves(count: number, onMove: Moves['move']): Moves {
  const { t } = useLingui()
  const [status, setStatus] = useState('')
  const move = (from: number, to: number) => {
    onMove(from, to)
    setStatus(t`Photo ${from + 1} is now photo ${to + 1} of ${count}.`)
  }
  return { move, status }
}

type Props = {
  pictures: readonly OwnPicture[]
  moves: Moves
  opensDialog?: boolean
  /** What a tap does with the photo at this place, if anything. */
  openerOf: (picture: OwnPicture, at: number) => (() => void) | undefined
  /** More items of the list. */
  children?: ReactNode
}

/** Photos in an order that dragging and the arrow keys change. */
export function SortablePhotos({ pictures, moves, opensDialog = false, openerOf, children }: Props) {
  const hintId = useId()
  const { list, ...sorting } = useSorting(moves.move)
  return (
    <>
      <p className="sr-only" role="status">
        {moves.status}
      </p>
      <p className="sr-only" id={hintId}>
        <Trans>Move it with the arrow keys.</Trans>
      </p>
      <ul ref={list} className="grid grid-cols-3 gap-2.5">
        {pictures.map((picture, at) => (
          <li key={picture.publicId} data-place className="min-w-0">
            <PhotoTile
              picture={picture}
              at={at}
              count={pictures.length}
              hintId={hintId}
              opensDialog={opensDialog}
              onOpen={openerOf(picture, at)}
              sorting={sorting}
            />
          </li>
        ))}
        {children}
      </ul>
    </>
  )
}
