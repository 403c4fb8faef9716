import type { OwnUser } from '@kindred/contract/profiles/users'
import { Plural } from '@lingui/react/macro'
import { useSettings } from '../../api/settings.ts'

/** The number of photos that the member has to add to be found. Of several, only those that everyone sees count. */
export function useMissingPhotos({ pictures }: Pick<OwnUser, 'pictures'>): number {
  const { photosNeeded = 1 } = useSettings().house ?? {}
  const counted = photosNeeded > 1 ? pictures.filter(({ audience }) => audience === 'everyone') : pictures
  return Math.max(0, photosNeeded - counted.length)
}

export const MorePhotos = ({ count }: { count: number }) => (
  <Plural
    value={count}
    one="Add # more photo that everyone sees, so people can find you."
    other="Add # more photos that everyone sees, so people can find you."
  />
)
