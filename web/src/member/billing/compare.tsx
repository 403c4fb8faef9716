import { Trans, useLingui } from '@lingui/react/macro'
import { Scale } from 'lucide-react'

function useDifferences() {
  const { t } = useLingui()
  const rows: [string, string, string][] = [
    [t`Likes a day`, t`50`, t`Without end`],
    [t`Super likes a day`, '1', '5'],
    [t`Take back a choice`, t`Once a day`, t`Without end`],
    [t`See who likes you`, t`How many`, t`Who they are`],
    [t`Boost`, '–', t`One a month, marked`],
    [t`Dealbreakers on basics, checked photos only`, '–', t`Yes`],
  ]
  const same = [
    t`Age, gender, distance and interests as filters`,
    t`Messages, photos, receipts`,
    t`Incognito, taking a break, blocking`,
    t`Your place in anybody’s deck`,
  ]
  return { rows, same }
}

/** What paying changes, and what it does not. */
export function Compare() {
  const { t } = useLingui()
  const { rows, same } = useDifferences()
  return (
    <>
      <div className="plainline">
        <Scale className="i" aria-hidden="true" />
        <p>
          <Trans>Paying never changes the order in which people are shown. Not yours, not anybody’s.</Trans>
        </p>
      </div>
      <div className="card overflow-x-auto p-0!">
        <table className="compare">
          <caption className="sr">{t`What premium changes`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`What changes`}</th>
              <th scope="col">{t`Free`}</th>
              <th scope="col">{t`Premium`}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([what, free, premium]) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td>{free}</td>
                <td className="yes">{premium}</td>
              </tr>
            ))}
          </tbody>
          <tbody>
            <tr className="sub">
              <th colSpan={3} scope="rowgroup">
                {t`What stays the same for everybody`}
              </th>
            </tr>
            {same.map((what) => (
              <tr key={what} className="same">
                <th scope="row">{what}</th>
                <td colSpan={2}>{t`Free`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
