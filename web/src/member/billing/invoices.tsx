import type { Invoice } from '@kindred/contract/billing/subscriptions'
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { imprintQuery } from '../../api/imprint.ts'
import { useSettings } from '../../api/settings.ts'
import { MoreButton } from '../../ui/more-button.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useDayRange } from './use-day-range.ts'
import { Failure } from './failure.tsx'
import { invoicesQuery } from './operations.ts'
import { useMoney } from './price.ts'

export function Invoices() {
  const { t } = useLingui()
  const { imprint } = useSettings()
  const query = useInfiniteQuery(invoicesQuery())
  const invoices = query.data?.pages.flatMap((page) => page.invoices)
  return (
    <section className="card grid gap-3">
      <h2>{t`Invoices`}</h2>
      <Failure query={query} call="invoices" />
      {invoices?.length === 0 && <p className="text-muted">{t`You haven’t paid anything yet.`}</p>}
      <ul className="grid gap-2">
        {invoices?.map((invoice) => (
          <Row key={invoice._id} invoice={invoice} />
        ))}
      </ul>
      <MoreButton query={query} size="sm" className="justify-self-start">{t`Older invoices`}</MoreButton>
      {imprint && <Seller />}
    </section>
  )
}

function Seller() {
  const { t } = useLingui()
  const { data: operator } = useQuery(imprintQuery)
  const { name, address, taxNumber } = operator ?? {}
  const seller = [name, address?.replaceAll(/\s*\n\s*/g, ', '), taxNumber].filter(Boolean).join(' · ')
  return (
    <p className="text-caption text-muted" dir="auto">
      {seller && t`Sold by ${seller}`}
    </p>
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
        {refunded > 0 ? t`(${money(refunded, currency)} refunded)` : (words[status] ?? status)}
        {tax > 0 && <span className="text-muted text-small"> {t`including ${money(tax, currency)} tax`}</span>}
        {link && (
          <>
            {' '}
            <a href={link} rel="noreferrer" target="_blank">{t`Invoice`}</a>
          </>
        )}
      </span>
    </li>
  )
}
