import { useLingui } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useSafety } from './use-safety.tsx'

const WhyPanel = lazy(() => import('./why-panel.tsx'))

type Props = {
  person: { id: string; name: string }
  onBlocked: () => void
  boosted?: boolean
  before?: readonly MenuItem[]
  after?: readonly MenuItem[]
}

/** Everything about a person that isn't a swipe, in the corner of their photo. */
export function PersonMenu({ person, onBlocked, boosted = false, before = [], after = [] }: Props) {
  const { t } = useLingui()
  const safety = useSafety(person, onBlocked)
  const [asksWhy, setAsksWhy] = useState(false)
  return (
    <>
      <Menu
        label={t`More`}
        trigger={
          <button
            type="button"
            aria-label={t`More`}
            className={
              'grid size-11 place-items-center rounded-full border-0 bg-[oklch(0.15_0.01_20/0.45)] p-0 ' +
              'text-[oklch(1_0_0)]'
            }
          >
            <Ellipsis className="icon size-6" />
          </button>
        }
        items={[
          ...before,
          { label: t`Why this person?`, onSelect: () => setAsksWhy(true) },
          ...after,
          { label: t`Report`, onSelect: safety.report },
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
