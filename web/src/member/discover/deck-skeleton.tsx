import { useLingui } from '@lingui/react/macro'
import { Skeleton, skeletonClass } from '../../ui/pieces.tsx'
import { coverClass, mediaClass, personClass, storyClass } from '../people/classes.ts'

export const DeckSkeleton = () => {
  const { t } = useLingui()
  return (
    <div className={personClass} role="status" aria-label={t`Loading`}>
      <div className={mediaClass}>
        <div className={`${coverClass} ${skeletonClass} phone:mt-1! short:mt-0!`} />
      </div>
      <div className={`${storyClass} phone:hidden!`}>
        <Skeleton width="12rem" height="2.5rem" />
        <Skeleton height="6rem" />
        <Skeleton height="8rem" />
      </div>
    </div>
  )
}
