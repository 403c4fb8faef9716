import type { Picture } from '@kindred/contract/profiles/users'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { MenuItem } from '../../ui/menu.tsx'
import { CornerMenu } from './corner-menu.tsx'
import { useSafety } from './use-safety.tsx'

const WhyPanel = lazy(() => import('./why-panel.tsx'))

type Props = {
  person: { id: string; name: string }
  /** The photo that has the menu. */
  photo: Picture | undefined
  /** Where the person isn’t one of a deck, which they leave by themselves. */
  onBlocked?: () => void
  boosted?: boolean
  /** False if the ranking of dating didn’t choose the person. */
  isRanked?: boolean
  before?: readonly MenuItem[]
  after?: readonly MenuItem[]
}

/** Everything about a person that isn't a swipe, in the corner of their photo. */
export function PersonMenu({
  person,
  photo,
  onBlocked,
  boosted = false,
  isRanked = true,
  before = [],
  after = [],
}: Props) {
  const { t } = useLingui()
  const safety = useSafety(person, onBlocked)
  const [asksWhy, setAsksWhy] = useState(false)
  return (
    <>
      <CornerMenu
        label={t`More`}
        items={[
          ...before,
          ...(isRanked ? [{ label: t`Why this person?`, onSelect: () => setAsksWhy(true) }] : []),
          ...after,
          { label: t`Report`, onSelect: safety.report },
          ...(photo ? [{ label: t`Report this photo`, onSelect: () => safety.reportPhoto(photo) }] : []),
          { label: t`Block`, danger: true, onSelect: safety.block },
        ]}
      />
      {safety.dialog}
      {asksWhy && (
        <Suspense>
          <WhyPanel id={person.id} boosted={boosted} onClose={() => setAsksWhy(false)} />
        </Suspense>
      )}
    </>
  )
}
