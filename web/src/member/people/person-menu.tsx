import { useLingui } from '@lingui/react/macro'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Menu, type MenuItem } from '../../ui/menu.tsx'

const WhyPanel = lazy(() => import('./why-panel.tsx'))

type Props = { id: string; boosted?: boolean; before?: readonly MenuItem[]; after?: readonly MenuItem[] }

/** Everything about a person that isn't a swipe, in the corner of their photo. */
export function PersonMenu({ id, boosted = false, before = [], after = [] }: Props) {
  const { t } = useLingui()
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
        items={[...before, { label: t`Why this person?`, onSelect: () => setAsksWhy(true) }, ...after]}
      />
      {asksWhy && (
        <Suspense>
          <WhyPanel id={id} boosted={boosted} onClose={() => setAsksWhy(false)} />
        </Suspense>
      )}
    </>
  )
}
