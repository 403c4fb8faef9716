import { Trans, useLingui } from '@lingui/react/macro'
import { useSession } from '../../session/store.ts'
import { SortablePhotos, useMoves } from '../profile/sortable-photos.tsx'

type Props = { order: readonly string[]; onChange: (order: string[]) => void }

/** The member's photos in their order for friends. Photos without a place there follow in the order of the profile. */
export function PhotoOrder({ order, onChange }: Props) {
  const { t } = useLingui()
  const own = useSession(({ user }) => user?.pictures) ?? []
  const placeOf = ({ publicId }: { publicId: string }) => {
    const at = order.indexOf(publicId)
    return at < 0 ? order.length : at
  }
  const pictures = own.toSorted((one, other) => placeOf(one) - placeOf(other))
  const moves = useMoves(pictures.length, (from, to) => {
    const ids = pictures.map(({ publicId }) => publicId)
    ids.splice(to, 0, ...ids.splice(from, 1))
    onChange(ids)
  })
  if (pictures.length < 2) return null
  return (
    <section className="grid gap-3" aria-label={t`Photo order`}>
      <h3 className="text-body! font-medium!">{t`Photo order`}</h3>
      <SortablePhotos
        pictures={pictures}
        moves={moves}
        openerOf={(_picture, at) => (at > 0 ? () => moves.move(at, 0) : undefined)}
      />
      <p className="text-small text-muted">
        <Trans>People in Friends see your photos in this order. Drag them, or tap one to make it first.</Trans>
      </p>
    </section>
  )
}
