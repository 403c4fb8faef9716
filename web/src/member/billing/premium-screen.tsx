import type { PlanName } from '@kindred/contract/billing/subscriptions'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { Skeleton } from '../../ui/pieces.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { askFor } from './asked-plan.ts'
import { BoostPanel } from './boost-panel.tsx'
import { CancelPromise } from './cancel-promise.tsx'
import { Compare } from './compare.tsx'
import { EarlierSubscriptions } from './earlier-subscriptions.tsx'
import { Failure } from './failure.tsx'
import { Manage } from './manage.tsx'
import { currentQuery } from './operations.ts'
import { Plans } from './plans.tsx'
import { useTrials } from './price.ts'

export default function PremiumScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const query = useQuery(currentQuery())
  const subscription = query.data
  usePage(t`Premium`, brand)
  return (
    <MemberFrame layout="wide">
      <div
        className={
          'mx-auto grid w-full max-w-[62rem] gap-8 px-8 pt-10 pb-16 phone:gap-6 phone:px-4 phone:pt-2 ' + 'phone:pb-12'
        }
      >
        <div className="grid gap-2">
          <h1>
            <Trans>Premium</Trans>
          </h1>
          <p className="text-lead text-ink-2">
            <Trans>A few extras. Meeting people and writing to them stays free.</Trans>
          </p>
        </div>
        <Failure query={query} call="current" />
        {query.isPending && <Skeleton height="10rem" label={t`Loading`} />}
        {subscription && <Manage subscription={subscription} />}
        <BoostPanel />
        {(subscription === null || subscription?.status === 'canceled') && <Offer />}
        {subscription !== undefined && <EarlierSubscriptions current={subscription?._id} />}
        {!query.isPending && <Compare />}
      </div>
    </MemberFrame>
  )
}

function Offer() {
  const [plan, setPlan] = useState<PlanName>('quarterly')
  const trialOf = useTrials()
  const days = trialOf(plan)
  return (
    <section className="grid gap-4">
      <Plans chosen={plan} onChoose={setPlan}>
        {(each) =>
          trialOf(each) > 0 && (
            <span className="text-small">
              <Plural value={trialOf(each)} one="First day free." other="First # days free." />
            </span>
          )
        }
      </Plans>
      <Button
        size="lg"
        className="justify-self-start"
        onClick={() => {
          askFor(plan)
          void navigate({ to: paths.checkout, search: { plan } })
        }}
      >
        {days > 0 ? (
          <Plural value={days} one="Try free for # day" other="Try free for # days" />
        ) : (
          <Trans>Continue to payment</Trans>
        )}
      </Button>
      <CancelPromise />
    </section>
  )
}
