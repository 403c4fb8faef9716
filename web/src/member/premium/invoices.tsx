import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Failure } from './failure.tsx'
import { invoicesQuery } from './operations.ts'
import { money } from './price.ts'

/** What was paid, what for, and where it can be had on paper. */
export function Invoices() {
  const { t, i18n } = useLingui()
  const words: Record<string, string> = { paid: t`Paid`, open: t`Not paid yet`, void: t`Void`, draft: t`Draft` }
  const query = useQuery(invoicesQuery())
  return (
    <section className="card grid gap-3">
      <h2>
        <Trans>Invoices</Trans>
      </h2>
      <Failure query={query} call="invoices" />
      {query.data?.length === 0 && (
        <p className="muted">
          <Trans>You haven’t paid anything yet.</Trans>
        </p>
      )}
      <ul className="grid gap-2">
        {query.data?.map(
          ({ _id, created, period_start, period_end, amount, refunded, currency, status, tax, link }) => (
            <li key={_id} className="flex flex-wrap justify-between gap-3">
              <span>
                {i18n.date(new Date(created), { dateStyle: 'medium' })}{' '}
                <span className="muted small">
                  {i18n.date(new Date(period_start), { dateStyle: 'short' })}–
                  {i18n.date(new Date(period_end), { dateStyle: 'short' })}
                </span>
              </span>
              <span className="num">
                {money(amount, currency)}{' '}
                {refunded > 0 ? <Trans>({money(refunded, currency)} refunded)</Trans> : (words[status] ?? status)}
                {tax > 0 && (
                  <span className="muted small">
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
          ),
        )}
      </ul>
    </section>
  )
}
