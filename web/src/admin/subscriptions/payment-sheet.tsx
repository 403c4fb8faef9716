import type { PaymentEvent, Payment } from '@kindred/contract/billing/staff-billing'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { errorText } from '../../api/error-text.ts'
import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { usePrice } from '../../api/use-price.ts'
import { toPayment } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useMay } from '../../session/rights.ts'
import { Button } from '../../ui/button.tsx'
import { factsClass } from '../../ui/classes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge, Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { UserLink } from '../user-link.tsx'
import { useNames } from './use-names.ts'

const RefundForm = lazy(() => import('./refund-form.tsx'))

type Props = { id: string; refunding?: boolean; onClose: () => void }

/** A payment with its history. Its refund is a part of the sheet, so that the payment stays in view. */
export default function PaymentSheet({ id, refunding = false, onClose }: Props) {
  const { t } = useLingui()
  const price = usePrice()
  const query = useQuery(readQuery(['getPayment', id], () => backOffice.getPayment({ params: { id } })))
  const payment = query.data?.data.payment
  const sum = payment && price(payment.amount, payment.currency)
  return (
    <Dialog side onClose={onClose} title={sum ? t`Payment of ${sum}` : t`Payment`}>
      {query.isPending && <Spinner label={t`Loading payment…`} />}
      {query.isError && <QueryProblem query={query} text={errorText(query.error)} />}
      {query.data && <Whole key={id} {...query.data.data} refunding={refunding} />}
    </Dialog>
  )
}

type Loaded = { payment: Payment; events: readonly PaymentEvent[] }

function Whole({ payment, events, refunding }: Loaded & { refunding: boolean }) {
  const { t } = useLingui()
  const may = useMay()
  const [isRefunding, setRefunding] = useState(refunding)
  const isRefundable = may('payments') && payment.status === 'paid' && payment.refunded < payment.amount
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <UserLink id={payment.user._id} className="min-w-0 font-bold wrap-anywhere">
          <bdi>{payment.user.name}</bdi>
        </UserLink>
        <State payment={payment} events={events} />
      </div>
      <Facts payment={payment} />
      {isRefundable && !isRefunding && (
        <Button tone="quiet" className="justify-self-start" onClick={() => setRefunding(true)}>{t`Refund…`}</Button>
      )}
      {isRefundable && isRefunding && (
        <Suspense>
          <RefundForm payment={payment} onClose={() => setRefunding(false)} />
        </Suspense>
      )}
      <Timeline payment={payment} events={events} />
    </>
  )
}

function State({ payment: { amount, refunded, status }, events }: Loaded) {
  const { t } = useLingui()
  const isDisputed = events.find(({ kind }) => kind === 'disputed' || kind === 'won')?.kind === 'disputed'
  if (refunded >= amount && amount > 0) return <Badge>{t`Refunded`}</Badge>
  if (isDisputed) return <Badge tone="warning">{t`Disputed`}</Badge>
  if (refunded > 0) return <Badge>{t`Partly refunded`}</Badge>
  if (status === 'paid') return <Badge tone="positive">{t`Paid`}</Badge>
  return status === 'open' ? <Badge tone="warning">{t`Unpaid`}</Badge> : <Badge>{t`Void`}</Badge>
}

function Facts({ payment }: { payment: Payment }) {
  const { t } = useLingui()
  const formats = useFormats()
  const price = usePrice()
  const names = useNames()
  const { number, last4, link, currency, tax, refunded, plan } = payment
  const shownNumber = number && <bdi className="tabular-nums">{number}</bdi>
  return (
    <dl className={factsClass}>
      <Fact name={t`Email`}>{payment.user.email && <bdi>{payment.user.email}</bdi>}</Fact>
      <Fact name={t`Invoice`}>
        {link && shownNumber ? (
          <a href={link} target="_blank" rel="noreferrer">
            {shownNumber}
          </a>
        ) : (
          shownNumber
        )}
      </Fact>
      <Fact name={t`Card`}>{last4 && <bdi className="tabular-nums">{`•••• ${last4}`}</bdi>}</Fact>
      <Fact name={t`Plan`}>{names[plan] ?? plan}</Fact>
      <Fact name={t`Period`}>{`${formats.day(payment.period_start)} – ${formats.day(payment.period_end)}`}</Fact>
      <Fact name={t`Tax`}>{tax > 0 && price(tax, currency)}</Fact>
      <Fact name={t`Refunded`}>{refunded > 0 && price(refunded, currency)}</Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children ? (
    <div className="contents">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  ) : null

function Timeline({ payment, events }: Loaded) {
  const { t } = useLingui()
  const formats = useFormats()
  return (
    <section className="grid gap-1 border-t border-line pt-4" aria-labelledby="payment-timeline">
      <h3 id="payment-timeline" className="text-small font-bold">{t`Timeline`}</h3>
      <ol>
        {events.map((event, nth) => (
          <li
            key={nth}
            className="flex min-h-9 flex-wrap items-baseline gap-x-3 border-b border-line py-2 last:border-0 wrap-anywhere"
          >
            <span className="min-w-0 flex-1">
              <Sentence event={event} currency={payment.currency} />
              {event.reason && (
                <span className="text-muted block text-small" dir="auto">
                  {event.reason}
                </span>
              )}
            </span>
            {event.at && (
              <time className="text-muted text-caption tabular-nums" dateTime={event.at}>
                {formats.dayAndTime(event.at)}
              </time>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Sentence({ event: { kind, amount, by, payment }, currency }: { event: PaymentEvent; currency: string }) {
  const { t } = useLingui()
  const price = usePrice()
  const sum = price(amount ?? 0, currency)
  if (kind === 'refunded') return by ? t`${by} refunded ${sum}` : t`${sum} refunded at the payment provider`
  const sentences: Record<Exclude<PaymentEvent['kind'], 'refunded'>, string> = {
    issued: t`Invoice for ${sum}`,
    paid: t`Paid ${sum}`,
    failed: t`Payment failed`,
    disputed: t`Disputed at the bank`,
    won: t`Dispute won`,
    renewed: t`Renewed for ${sum}`,
    changed: t`Changed the plan for ${sum}`,
    canceled: t`Canceled, so it won’t renew`,
    ended: t`Subscription ended`,
  }
  return payment ? <Link {...toPayment(payment)}>{sentences[kind]}</Link> : sentences[kind]
}
