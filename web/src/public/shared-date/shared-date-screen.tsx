import type { SharedPlan } from '@kindred/contract/chat/plans'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { readQuery } from '../../api/queries.ts'
import { dates } from '../../api/dates-client.ts'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { usePage } from '../../api/settings.ts'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { EntryLayout } from '../layout/entry-layout.tsx'

// The numbers of all countries stay out of the page itself.
const EmergencySection = lazy(() => import('../emergency/emergency-section.tsx'))

const POLL_INTERVAL = 60_000

/** The link's secret is in the fragment, which browsers never send. It stays there for reloads. */
const tokenInAddress = (): string => new URLSearchParams(location.hash.slice(1)).get('token') ?? ''

/** A date as a friend sees it, without an account. */
export default function SharedDateScreen() {
  const { t } = useLingui()
  const [token, setToken] = useState(tokenInAddress)
  usePage(t`A friend’s date`)
  useEffect(() => {
    const follow = () => setToken(tokenInAddress())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const query = useQuery({
    ...readQuery(['readSharedPlan', token], () => dates.readSharedPlan({ body: { token } })),
    refetchInterval: POLL_INTERVAL,
  })
  const isOver = query.error instanceof CallFailed && query.error.status === 404
  if (isOver)
    return (
      <EntryLayout title={t`This link has expired`}>
        <p>{t`Links expire a day after the date, or when your friend stops sharing. Ask your friend for a new one.`}</p>
      </EntryLayout>
    )
  if (query.data) return <SharedDate plan={query.data.data.plan} />
  return (
    <EntryLayout title={t`A friend’s date`}>
      {query.isPending ? (
        <Spinner label={t`One moment`} />
      ) : (
        <QueryProblem query={query} text={errorText(query.error)} />
      )}
    </EntryLayout>
  )
}

function SharedDate({ plan }: { plan: SharedPlan }) {
  const { t, i18n } = useLingui()
  const { firstName, otherFirstName, place, startsAt, checkAt, expiresAt, state } = plan
  const moment = (iso: string) => i18n.date(new Date(iso), { dateStyle: 'full', timeStyle: 'short' })
  const rows = [
    [t`Place`, place],
    [t`Starts`, moment(startsAt)],
    [t`Check on ${firstName} at`, checkAt && moment(checkAt)],
    [t`Link expires`, moment(expiresAt)],
  ]
  return (
    <EntryLayout title={t`${firstName}’s date with ${otherFirstName}`}>
      <State plan={plan} moment={moment} />
      <dl className="grid gap-4">
        {rows.map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt className="text-small text-muted">{label}</dt>
                <dd className="m-0 wrap-anywhere" dir="auto">
                  {value}
                </dd>
              </div>
            ),
        )}
      </dl>
      {state !== 'home' && state !== 'cancelled' && (
        <Suspense>
          <EmergencySection country={plan.countryCode} />
        </Suspense>
      )}
      <p className="text-small text-muted">{t`This page updates by itself. We don’t keep anything about you.`}</p>
    </EntryLayout>
  )
}

function State({ plan: { state, firstName, homeAt }, moment }: { plan: SharedPlan; moment: (iso: string) => string }) {
  const { t } = useLingui()
  if (state === 'home')
    return (
      <Note tone="positive" live>
        {t`${firstName} is home.`} {homeAt && moment(homeAt)}
      </Note>
    )
  if (state === 'cancelled') return <Note live>{t`This date was canceled.`}</Note>
  if (state === 'late')
    return (
      <Note tone="warning" live>
        <Trans>
          It’s time to check: {firstName} hasn’t tapped “I’m home” yet. Call {firstName}. If you’re worried and can’t
          reach them, call your local emergency number.
        </Trans>
      </Note>
    )
  return <Note>{t`You’ll see here when ${firstName} is home.`}</Note>
}
