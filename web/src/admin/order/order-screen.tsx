import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSettings } from '../../api/settings.ts'
import { usePage } from '../../ui/page.ts'
import { Spinner } from '../../ui/pieces.tsx'
import { ListProblem } from '../list-problem.tsx'
import { Fairness } from './fairness.tsx'
import { InUse } from './in-use.tsx'
import { Learned } from './learned.tsx'
import { Outcomes } from './outcomes.tsx'
import { orderQuery } from './use-order.ts'
import { Versions } from './versions.tsx'

/** What the order of Discover learned from choices, which version it uses, and how evenly it shows people. */
export default function OrderScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Discover ranking`, brand)
  const query = useQuery(orderQuery)
  const order = query.data?.data
  const used = order?.fits.find(({ inUse }) => inUse)
  return (
    <>
      <h1>
        <Trans>Discover ranking</Trans>
      </h1>
      <p className="max-w-[48rem] text-ink-2">
        <Trans>
          Discover shows people by how likely both are to like each other, how recently they were active, and how rarely
          they’ve been shown. Every night, it learns from recent likes and passes how much each signal matters.
        </Trans>
      </p>
      <ListProblem query={query} />
      {query.isPending && <Spinner label={t`Loading ranking…`} />}
      {order && used && (
        <>
          <InUse fit={used} isPinned={order.pinned} />
          <Learned fit={used} />
          <Outcomes outcomes={order.outcomes} />
          <Fairness groups={order.fairness} />
          <Versions fits={order.fits} isPinned={order.pinned} />
        </>
      )}
    </>
  )
}
