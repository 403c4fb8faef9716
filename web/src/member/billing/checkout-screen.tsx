import { type PlanName, planNames } from '@kindred/contract/billing/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useIsOn } from '../../api/house.ts'
import { usePlanWords } from '../../api/plan-words.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { navigate } from '../../router/navigation.ts'
import { paths, type Search } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSearch } from '../../router/place.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ErrorNote, Note, Skeleton } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { MemberFrame } from '../layout/member-frame.tsx'
import { CancelPromise } from './cancel-promise.tsx'
import { currentSubscriptionQuery } from './operations.ts'
import { LocationForm } from './location-form.tsx'
import { SandboxForm } from './sandbox-form.tsx'
import { Summary } from './summary.tsx'
import type { Started } from './started.ts'
import { useCheckout } from './use-checkout.ts'
import { forceFullLoad } from '../../router/navigation.ts'
import { type Money, useMoney } from './price.ts'
import { type Confirmed, type Elements, openStripe } from './stripe.ts'

type Props = {
  publishableKey: string
  clientSecret: string
  /** The amount due now, or null if the card is only saved. */
  pays: Money | null
  /** The page to return to after the bank's own page. */
  returnTo: string
  busy: boolean
  onSubmitted: () => void
}

/** Stripe's own card field. Its input never reaches our code. */
function StripeForm({ publishableKey, clientSecret, pays, returnTo, busy, onSubmitted }: Props) {
  const { t } = useLingui()
  const money = useMoney()
  const { place, elements, problem, setProblem } = useElements(publishableKey, clientSecret)
  const [sending, setSending] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!elements) return
    setSending(true)
    setProblem(undefined)
    const answer = await elements.confirm(pays !== null, returnTo).catch((): Confirmed => ({ error: {} }))
    setSending(false)
    if (answer.error) setProblem(answer.error.message ?? t`The payment didn’t go through.`)
    else onSubmitted()
  }
  return (
    <form className="card grid gap-4" onSubmit={(event) => void submit(event)}>
      <ErrorNote>{problem}</ErrorNote>
      {!elements && !problem && <Skeleton height="10rem" label={t`Loading card form…`} />}
      <div ref={place} />
      <Button type="submit" size="lg" className="justify-self-start" busy={sending || busy} disabled={!elements}>
        {pays === null ? t`Use this card` : t`Pay ${money(pays.amount, pays.currency)}`}
      </Button>
    </form>
  )
}

function useElements(publishableKey: string, clientSecret: string) {
  const { t } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const [elements, setElements] = useState<Elements>()
  const [problem, setProblem] = useState<string>()
  const unreachable = t`We can’t reach the payment provider. Please try again later.`
  useEffect(() => {
    let wanted = true
    openStripe(publishableKey, clientSecret).then(
      (opened) => {
        if (!wanted || !place.current) return
        opened.mount(place.current)
        setElements(opened)
      },
      () => wanted && setProblem(unreachable),
    )
    return () => void (wanted = false)
  }, [publishableKey, clientSecret, unreachable])
  return { place, elements, problem, setProblem }
}

const isOwn = (): boolean => {
  const [loaded] = performance.getEntriesByType('navigation')
  // A static file host may add a slash if the page is a folder there.
  return loaded === undefined || new URL(loaded.name).pathname.replace(/\/$/, '') === paths.checkout
}

/**
 * A page that runs a third-party script is a separate document with its own policy, entered and left by a full load.
 * True if this is that document. If not, the page is about to reload, and must not start anything.
 */
function useOwnDocument(needed: boolean): boolean {
  const ready = !needed || isOwn()
  useEffect(() => {
    if (!needed) return
    if (!ready) return location.reload()
    return forceFullLoad()
  }, [needed, ready])
  return ready
}

type Checkout = ReturnType<typeof useCheckout>

export default function CheckoutScreen() {
  const search = useSearch<'/premium/checkout'>()
  const plan = search.card === undefined ? (planNames.find((each) => each === search.plan) ?? 'monthly') : null
  const isOn = useIsOn('premium')
  const isClosed = !isOn && plan !== null && search.paid === undefined
  useEffect(() => {
    if (isClosed) void navigate({ to: paths.premium, replace: true })
  }, [isClosed])
  if (isClosed) return null
  // A different plan means a different payment.
  return <CheckoutPage key={plan} plan={plan} search={search} />
}

function CheckoutPage({ plan, search }: { plan: PlanName | null; search: Search<'/premium/checkout'> }) {
  const { stripePublishableKey } = useSettings()
  const { t } = useLingui()
  const ready = useOwnDocument(stripePublishableKey !== null)
  const checkout = useCheckout(plan, search, ready)
  const { started, done, charged, create, read, confirming, isSubscribed } = checkout
  useEffect(() => {
    if (isSubscribed) void navigate({ to: paths.premium, replace: true })
  }, [isSubscribed])
  const isChoosing = plan !== null && !done && !charged && search.paid === undefined
  const title = done === 'payment' || done === 'trial' ? t`You have Premium` : plan ? t`Payment` : t`Add card`
  usePage(title)
  const problem = create.error ?? read.error ?? confirming.error
  return (
    <MemberFrame back={paths.premium} alone>
      <div className="grid gap-6">
        <h1>{title}</h1>
        {isChoosing && <Summary plan={plan} started={started} />}
        <ErrorNote>{problem?.shown}</ErrorNote>
        {ready ? <Step checkout={checkout} /> : <Skeleton height="10rem" label={t`Loading`} />}
        {isChoosing && <CancelPromise />}
      </div>
    </MemberFrame>
  )
}

function Step({ checkout }: { checkout: Checkout }) {
  const { t } = useLingui()
  const { started, done, charged, needsLocation, begin, submitted, checkAgain, create, read, confirming } = checkout
  if (done) return <Done what={done} />
  if (read.loading || create.loading || (confirming.loading && !started))
    return <Skeleton height="10rem" label={t`Loading`} />
  if (charged && !confirming.loading)
    return (
      <div className="grid justify-items-start gap-4">
        <p>{t`Your card was accepted, but we couldn’t confirm the payment yet. Don’t pay again.`}</p>
        <Button size="lg" onClick={checkAgain}>{t`Check again`}</Button>
      </div>
    )
  if (started) return <CardForm started={started} busy={confirming.loading} onSubmitted={submitted} />
  if (needsLocation) return <LocationForm onKnown={(location) => void begin(location)} />
  return <Button size="lg" className="justify-self-start" onClick={() => void begin()}>{t`Continue`}</Button>
}

function CardForm({ started, busy, onSubmitted }: { started: Started; busy: boolean; onSubmitted: () => void }) {
  const { stripePublishableKey } = useSettings()
  const { plan = 'monthly' } = useSearch<'/premium/checkout'>()
  const pays = started.for === 'payment' ? started : null
  if (!stripePublishableKey)
    return <SandboxForm clientSecret={started.clientSecret} pays={pays} busy={busy} onSubmitted={onSubmitted} />
  const back = started.for === 'later' ? { card: 'new', added: 'yes' } : { plan, paid: started.subscriptionId }
  return (
    <StripeForm
      publishableKey={stripePublishableKey}
      clientSecret={started.clientSecret}
      pays={pays}
      returnTo={`${location.origin}${paths.checkout}?${new URLSearchParams(back)}`}
      busy={busy}
      onSubmitted={onSubmitted}
    />
  )
}

const Likers = lazy(() => import('./likers.tsx'))

const Done = ({ what }: { what: Started['for'] }) => (
  <div className="grid justify-items-start gap-5">
    <Note tone="positive" live>
      {what === 'payment' ? (
        <Trans>Thank you! Premium is active. We’ve emailed you a receipt.</Trans>
      ) : what === 'trial' ? (
        <Trans>Your trial has started, and Premium is active. We’ve emailed you the day it ends.</Trans>
      ) : (
        <Trans>Your card is saved. We’ll use it from now on.</Trans>
      )}
    </Note>
    {what !== 'later' && <Bought />}
    <Link className={buttonClass(what === 'later' ? 'primary' : 'quiet')} to={paths.premium}>
      <Trans>Your subscription</Trans>
    </Link>
  </div>
)

/** What was bought, until when, and what it unlocked, with the likes one tap away. */
function Bought() {
  const { t } = useLingui()
  const formats = useFormats()
  const plans = usePlanWords()
  const { data: subscription } = useQuery(currentSubscriptionQuery())
  const { dailyLikes } = useSettings().house ?? {}
  const end = subscription?.currentPeriodEnd
  const day = end && formats.day(end)
  const unlocked = [
    t`See who likes you`,
    ...(dailyLikes === 'unlimited' ? [] : [t`Like without counting`]),
    t`Five super likes a day`,
  ]
  return (
    <>
      {subscription && (
        <p className="text-lead">{formats.series(plans[subscription.plan], day && t`paid until ${day}`)}</p>
      )}
      <ul className="grid gap-2">
        {unlocked.map((each) => (
          <li key={each} className="flex items-center gap-2">
            <Check className="icon text-positive" size={18} />
            {each}
          </li>
        ))}
      </ul>
      <Suspense>
        <Likers />
      </Suspense>
      <Link className={buttonClass()} to={paths.likes}>
        <Trans>See who likes you</Trans>
      </Link>
    </>
  )
}
