import type { PlanName } from '@kindred/contract/billing/subscriptions'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChevronRight, Scale, Zap } from 'lucide-react'
import { useIsOn, useIsOnePlace } from '../../api/house.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/pieces.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { Benefits } from './benefits.tsx'
import { askFor } from './requested-plan.ts'
import { CancelPromise } from './cancel-promise.tsx'
import { Failure } from './failure.tsx'
import { Manage } from './manage.tsx'
import { currentSubscriptionQuery, ownQuery } from './operations.ts'
import { Plans } from './plans.tsx'
import { useTrials } from './price.ts'
import { usePlanWords } from '../../api/plan-words.ts'
import { useStatuses } from './statuses.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { useNow } from '../../ui/use-now.ts'
import { useDayRange } from './use-day-range.ts'
import { matching } from '../../api/member-client.ts'
import { useSession } from '../../session/store.ts'
import { useAction } from '../use-action.ts'
import styles from '../../ui/comparison.module.css'

function useDifferences() {
  const { t } = useLingui()
  const { i18n } = useLingui()
  const isOnePlace = useIsOnePlace()
  const [hasPhotos, hasBoosts] = [useIsOn('chatPhotos'), useIsOn('boosts')]
  const { dailyLikes = 50 } = useSettings().house ?? {}
  const likes: [string, string, string][] =
    dailyLikes === 'unlimited' ? [] : [[t`Likes per day`, i18n.number(dailyLikes), t`Unlimited`]]
  const rows = [
    ...likes,
    [t`Super likes per day`, '1', '5'],
    [t({ message: 'Undo', context: 'feature' }), t`Once a day`, t`Unlimited`],
    [t`See who likes you`, t`A rough count (updated daily)`, t`Full list`],
    ...(hasBoosts ? [[t`Boost`, '–', t`1 per month (labeled)`]] : []),
    [t`Dealbreakers and verified-only filter`, '–', t`Yes`],
  ]
  const same = [
    isOnePlace ? t`Filters for age, gender and interests` : t`Filters for age, gender, distance and interests`,
    hasPhotos ? t`Messages, photos and read receipts` : t`Messages and read receipts`,
    t`Incognito, snooze and blocking`,
    hasBoosts ? t`Your ranking in other people’s decks, apart from a Boost` : t`Your ranking in other people’s decks`,
  ]
  return { rows, same }
}

function Compare() {
  const { t } = useLingui()
  const { rows, same } = useDifferences()
  return (
    <details className="group grid gap-4">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1 font-semibold">
        <ChevronRight className="icon transition-transform group-open:rotate-90 rtl:-scale-x-100" size={20} />
        {t`Compare Free and Premium`}
      </summary>
      <div
        className="card mt-3 overflow-x-auto p-0!"
        role="group"
        aria-label={t`Free vs. Premium`}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long words make it scroll, by keyboard too
        tabIndex={0}
      >
        <table className={styles['comparison']}>
          <caption className="sr-only">{t`Free vs. Premium`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`Feature`}</th>
              <th scope="col">{t({ message: 'Free', context: 'plan' })}</th>
              <th scope="col">{t`Premium`}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([what, free, premium]) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{free}</td>
                <td className="font-medium">{premium}</td>
              </tr>
            ))}
          </tbody>
          <tbody>
            <tr className={styles['heading']}>
              <th colSpan={3} scope="rowgroup">
                {t`What stays the same for everyone`}
              </th>
            </tr>
            {same.map((what) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td colSpan={2} className="text-muted">{t`Free`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** The promise that money buys no places. */
function Fairness() {
  const hasBoosts = useIsOn('boosts')
  return (
    <div
      className={
        'grid grid-cols-[auto_1fr] items-center gap-4 rounded-lg bg-positive-soft px-6 py-5 ' + 'text-positive-soft-ink'
      }
    >
      <Scale className="icon size-7" />
      <p className="font-display text-lead font-[520] tracking-[-0.01em]">
        {hasBoosts ? (
          <Trans>Apart from a Boost, which is labeled, paying never changes the order in which people are shown.</Trans>
        ) : (
          <Trans>Paying never changes the order in which people are shown.</Trans>
        )}
      </p>
    </div>
  )
}

function BoostPanel() {
  const { t } = useLingui()
  const formats = useFormats()
  const action = useAction()
  const hasPremium = useSession(({ user }) => user?.isVIP === true)
  const [endsAt, setEndsAt] = useState<string>()
  const hasBoosts = useIsOn('boosts')
  if (!hasPremium || !hasBoosts) return null
  const boost = () => action.run(async () => setEndsAt((await matching.boost()).data.endsAt))
  return (
    <section className="card grid gap-4" aria-label={t`Boost`}>
      <h2>{t`Boost`}</h2>
      <p className="text-ink-2">
        <Trans>
          Once a month, more people see you sooner for 30 minutes. Your card is labeled, and at most one card in ten is
          boosted.
        </Trans>
      </p>
      <ErrorNote>{action.text}</ErrorNote>
      {endsAt ? (
        <Note tone="positive" live>{t`You’re boosted until ${formats.dayAndTime(endsAt)}.`}</Note>
      ) : (
        <Button tone="quiet" className="justify-self-start" busy={action.busy} onClick={() => void boost()}>
          <Zap size={18} />
          {t`Boost my profile`}
        </Button>
      )}
    </section>
  )
}

/** Past subscriptions. Renders nothing if there are none. */
function EarlierSubscriptions({ current }: { current: string | undefined }) {
  const { t } = useLingui()
  const formats = useFormats()
  const dayRange = useDayRange()
  const words = usePlanWords()
  const statuses = useStatuses()
  const query = useQuery(ownQuery())
  const now = useNow()
  // A gift that starts later isn't a past subscription, although it doesn't renew.
  const earlier = (query.data ?? []).filter(
    ({ _id, currentPeriodStart, currentPeriodEnd: end }) =>
      _id !== current && currentPeriodStart !== null && (end === null || Date.parse(end) <= now),
  )
  if (!query.isError && earlier.length === 0) return null
  const daysOf = (from: string, to: string | null) => (to ? dayRange(from, to) : formats.day(from))
  return (
    <section className="card grid gap-3">
      <h2>{t`Earlier subscriptions`}</h2>
      <Failure query={query} call="list" />
      <ul className="grid gap-2">
        {earlier.map(({ _id, plan, status, createdAt, currentPeriodEnd }) => (
          <li key={_id} className="flex flex-wrap justify-between gap-3">
            <span>{words[plan]}</span>
            <span className="text-muted">{formats.series(daysOf(createdAt, currentPeriodEnd), statuses[status])}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export default function PremiumScreen() {
  const { t } = useLingui()
  const query = useQuery(currentSubscriptionQuery())
  const subscription = query.data
  const isOn = useIsOn('premium')
  usePage(t`Premium`)
  return (
    <MemberFrame layout="wide" back={paths.profile} alone>
      <div
        className={
          'mx-auto grid w-full max-w-[62rem] gap-8 px-8 pt-8 pb-16 phone:gap-6 phone:px-4 phone:pt-2 ' + 'phone:pb-12'
        }
      >
        <div className="grid gap-2">
          <h1>{t`Premium`}</h1>
          <p className="text-lead text-ink-2">
            {isOn
              ? t`A few extras. Meeting people and writing to them stays free.`
              : t`Premium isn’t sold here. If you have it, you keep it until it ends.`}
          </p>
        </div>
        <Failure query={query} call="current" />
        {query.isPending && <Skeleton height="10rem" label={t`Loading`} />}
        {subscription && <Manage subscription={subscription} />}
        <BoostPanel />
        {isOn && (subscription === null || subscription?.status === 'canceled') && (
          <>
            <Benefits />
            <Offer />
          </>
        )}
        {isOn && !query.isPending && <Fairness />}
        {subscription !== undefined && <EarlierSubscriptions current={subscription?._id} />}
        {isOn && !query.isPending && <Compare />}
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
      <div className="sticky bottom-0 z-3 -mx-4 grid bg-canvas px-4 py-3 desk:static desk:m-0 desk:p-0">
        <Button
          size="lg"
          className="desk:justify-self-start"
          onClick={({ detail }) => {
            // The second half of a double click would add the checkout to the history twice.
            if (detail > 1) return
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
      </div>
      <CancelPromise />
    </section>
  )
}
