import { Trans, useLingui } from '@lingui/react/macro'
import { Scale } from 'lucide-react'
import styles from '../../ui/comparison.module.css'

function useDifferences() {
  const { t } = useLingui()
  const rows: [string, string, string][] = [
    [t`Likes per day`, t`50`, t`Unlimited`],
    [t`Super likes per day`, '1', '5'],
    [t({ message: 'Undo', context: 'feature' }), t`Once a day`, t`Unlimited`],
    [t`See who likes you`, t`A rough count (updated daily)`, t`Full list`],
    [t`Boost`, '–', t`1 per month (labeled)`],
    [t`Dealbreakers and verified-only filter`, '–', t`Yes`],
  ]
  const same = [
    t`Filters for age, gender, distance and interests`,
    t`Messages, photos and read receipts`,
    t`Incognito, snooze and blocking`,
    t`Your ranking in other people’s decks, apart from a Boost`,
  ]
  return { rows, same }
}

/** What paying changes, and what it does not. */
export function Compare() {
  const { t } = useLingui()
  const { rows, same } = useDifferences()
  return (
    <>
      <div
        className={
          'grid grid-cols-[auto_1fr] items-center gap-4 rounded-lg bg-positive-soft px-6 py-5 ' +
          'text-positive-soft-ink'
        }
      >
        <Scale className="icon size-7" aria-hidden="true" />
        <p className="font-display text-lead font-[520] tracking-[-0.01em]">
          <Trans>Apart from a Boost, which is labeled, paying never changes the order in which people are shown.</Trans>
        </p>
      </div>
      <div
        className="card overflow-x-auto p-0!"
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
    </>
  )
}
