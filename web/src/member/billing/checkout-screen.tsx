import { planNames, type PlanName } from '@kindred/contract/billing/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSettings } from '../../api/settings.ts'
import { paths, type Search } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSearch } from '../../router/place.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { usePage } from '../../ui/page.ts'
import { ErrorNote, Note, Skeleton } from '../../ui/pieces.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { CancelPromise } from './cancel-promise.tsx'
import { LocationForm } from './location-form.tsx'
import { SandboxForm } from './sandbox-form.tsx'
import { StripeForm } from './stripe-form.tsx'
import { Summary } from './summary.tsx'
import type { Started } from './started.ts'
import { useCheckout } from './use-checkout.ts'
import { useOwnDocument } from './use-own-document.ts'

type Checkout = ReturnType<typeof useCheckout>

export default function CheckoutScreen() {
  const search = useSearch<'/premium/checkout'>()
  const plan = search.card === undefined ? (planNames.find((each) => each === search.plan) ?? 'monthly') : null
  // Another plan is another payment.
  return <CheckoutPage key={plan} plan={plan} search={search} />
}

/** Paying, or adding a card: what it is for, the card, what the bank asks, and what came of it. */
function CheckoutPage({ plan, search }: { plan: PlanName | null; search: Search<'/premium/checkout'> }) {
  const { brand, stripePublishableKey } = useSettings()
  const { t } = useLingui()
  const ready = useOwnDocument(stripePublishableKey !== null)
  const checkout = useCheckout(plan, search, ready)
  const { started, done, charged, create, read, confirming } = checkout
  const isChoosing = plan !== null && !done && !charged && search.paid === undefined
  const title = plan ? t`Payment` : t`Add card`
  usePage(title, brand)
  const problem = create.error ?? read.error ?? confirming.error
  return (
    <MemberFrame>
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

/** What comes next: to begin, to give a card, to wait until the payment counts, and what came of it. */
function Step({ checkout }: { checkout: Checkout }) {
  const { t } = useLingui()
  const { started, done, charged, needsLocation, begin, submitted, checkAgain, create, read, confirming } = checkout
  if (done) return <Done what={done} />
  if (read.loading || create.loading || (confirming.loading && !started))
    return <Skeleton height="10rem" label={t`Loading`} />
  if (charged && !confirming.loading)
    return (
      <div className="grid justify-items-start gap-4">
        <p>
          <Trans>Your card was accepted, but we couldn’t confirm the payment yet. Don’t pay again.</Trans>
        </p>
        <Button size="lg" onClick={checkAgain}>
          <Trans>Check again</Trans>
        </Button>
      </div>
    )
  if (started) return <CardForm started={started} busy={confirming.loading} onSubmitted={submitted} />
  if (needsLocation) return <LocationForm onKnown={(location) => void begin(location)} />
  return (
    <Button size="lg" className="justify-self-start" onClick={() => void begin()}>
      <Trans>Continue</Trans>
    </Button>
  )
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

const Done = ({ what }: { what: Started['for'] }) => (
  <div className="grid justify-items-start gap-4">
    <Note tone="positive" live>
      {what === 'payment' ? (
        <Trans>Thank you! Premium is active. We’ve emailed you a receipt.</Trans>
      ) : what === 'trial' ? (
        <Trans>Your trial has started, and Premium is active. We’ve emailed you the day it ends.</Trans>
      ) : (
        <Trans>Your card is saved. We’ll use it from now on.</Trans>
      )}
    </Note>
    {what !== 'later' && (
      <Link className={buttonClass()} to={paths.likes}>
        <Trans>See who likes you</Trans>
      </Link>
    )}
    <Link className={buttonClass(what === 'later' ? 'primary' : 'quiet')} to={paths.premium}>
      <Trans>Your subscription</Trans>
    </Link>
  </div>
)
