import type { AdminUser } from '@kindred/contract/moderation/administration'
import type { UserDetails } from '@kindred/contract/moderation/user-details'
import type { Invoice } from '@kindred/contract/billing/subscriptions'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { LoadOlder } from '../load-older.tsx'
import { useNames } from '../subscriptions/use-names.ts'
import type { UserPage } from './use-user-details.ts'
import { IfAllowed } from '../if-allowed.tsx'
import { toPayment } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { usePrice } from '../../api/use-price.ts'

// The dialogs are rarely used, so they load on demand.
const GiveDialog = lazy(() => import('./give-dialog.tsx').then((all) => ({ default: all.GiveDialog })))
const PaymentSheet = lazy(() => import('../subscriptions/payment-sheet.tsx'))

type Props = {
  user: AdminUser
  /** Undefined until staff have given a reason. */
  subscriptions: UserDetails['subscriptions'] | undefined
  page: UserPage
}

export function Money({ user, subscriptions, page }: Props) {
  const { t } = useLingui()
  const formats = useFormats()
  const names = useNames()
  const [refunding, setRefunding] = useState<Invoice>()
  const [giving, setGiving] = useState(false)
  const day = (at: string | null) => (at ? formats.day(at) : '–')
  return (
    <section className="card grid gap-3 py-3!" aria-labelledby="money">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="money">{t`Subscription`}</h2>
        {subscriptions?.length === 0 && (
          <p className="min-w-40 flex-1 text-small text-muted">{t`No subscription yet.`}</p>
        )}
        <IfAllowed may="payments">
          <Button tone="ghost" size="sm" onClick={() => setGiving(true)}>{t`Grant Premium…`}</Button>
        </IfAllowed>
      </div>
      {subscriptions && subscriptions.length > 0 && (
        <ul className="grid gap-2">
          {subscriptions.map((each) => (
            <li key={each._id} className="grid">
              <b>{each.amount === 0 ? t`Gift` : `${names[each.plan]}: ${names[each.status]}`}</b>
              <span className="text-muted text-caption">{t`until ${day(each.currentPeriodEnd)}`}</span>
            </li>
          ))}
        </ul>
      )}
      <Invoices query={page.invoices} onRefund={setRefunding} />
      <Suspense>
        {giving && <GiveDialog userId={user._id} onClose={() => setGiving(false)} />}
        {refunding && <PaymentSheet id={refunding._id} refunding onClose={() => setRefunding(undefined)} />}
      </Suspense>
    </section>
  )
}

type InvoicesProps = { query: UserPage['invoices']; onRefund: (invoice: Invoice) => void }

function Invoices({ query, onRefund }: InvoicesProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const invoices = query.data?.pages.flatMap(({ data }) => data.invoices) ?? []
  const day = formats.day
  const money = usePrice()
  return (
    <>
      {invoices.length > 0 && (
        <ul className="grid gap-2 border-t border-line pt-3">
          {invoices.map((invoice) => (
            <li key={invoice._id} className="flex flex-wrap items-center justify-between gap-2">
              <span className="tabular-nums">
                <Link {...toPayment(invoice._id)}>
                  {day(invoice.created)} · {money(invoice.amount, invoice.currency)}
                </Link>
                {invoice.tax > 0 && (
                  <span className="text-muted"> {t`including ${money(invoice.tax, invoice.currency)} tax`}</span>
                )}
                {invoice.refunded > 0 && (
                  <span className="text-muted"> ({t`${money(invoice.refunded, invoice.currency)} refunded`})</span>
                )}
              </span>
              {invoice.refunded < invoice.amount && invoice.status === 'paid' && (
                <IfAllowed may="payments">
                  <Button tone="ghost" size="sm" onClick={() => onRefund(invoice)}>{t`Refund…`}</Button>
                </IfAllowed>
              )}
            </li>
          ))}
        </ul>
      )}
      {query.isError && <QueryProblem query={query} text={t`Couldn’t load invoices. ${errorText(query.error)}`} />}
      <LoadOlder query={query}>{t`Older invoices`}</LoadOlder>
    </>
  )
}
