import type { Invoice } from '@kindred/contract/billing/subscriptions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MoreButton } from '../../ui/more-button.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useDayRange } from './use-day-range.ts'
import { Failure } from './failure.tsx'
import { invoicesQuery } from './operations.ts'
import { useMoney } from './price.ts'

/** What was paid, what for, and where it can be had on paper. */
export function Invoices() {
  const query = useInfiniteQuery(invoicesQuery())
  const invoices = query.data?.pages.flatMap((page) => page.invoices)
  return (
    <section className="card grid gap-3">
      <h2>
        <Trans>Invoices</Trans>
      </h2>
      <Failure query={query} call="invoices" />
      {invoices?.length === 0 && (
        <p className="text-muted">
          <Trans>You haven’t paid anything yet.</Trans>
        </p>
      )}
      <ul className="grid gap-2">
        {invoices?.map((invoice) => (
          <Row key={invoice._id} invoice={invoice} />
        ))}
      </ul>
      <MoreButton query={query} size="sm" className="justify-self-start">
        <Trans>Older invoices</Trans>
      </MoreButton>
    </section>
  )
}

function Row({ invoice }: { invoice: Invoice }) {
  const { t } = useLingui()
  const formats = useFormats()
  const dayRange = useDayRange()
  const money = useMoney()
  const words: Record<string, string> = { paid: t`Paid`, open: t`Not paid yet`, void: t`Void`, draft: t`Draft` }
  const { created, period_start, period_end, amount, refunded, currency, status, tax, link } = invoice
  return (
    <li className="flex flex-wrap justify-between gap-3">
      <span>
        {formats.day(created)}{' '}
        <span className="text-muted text-small">{dayRange(period_start, period_end, 'short')}</span>
      </span>
      <span className="tabular-nums">
        {money(amount, currency)}{' '}
        {refunded > 0 ? <Trans>({money(refunded, currency)} refunded)</Trans> : (words[status] ?? status)}
        {tax > 0 && (
          <span className="text-muted text-small">
            {' '}
            <Trans>including {money(tax, currency)} tax</Trans>
          </span>
        )}
        {link && (
          <>
            {' '}
            <a href={link} rel="noreferrer" target="_blank">
              <Trans>Invoice</Trans>
            </a>
          </>
        )}
      </span>
    </li>
  )
}
