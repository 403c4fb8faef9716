import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'

/** The shortest name that distinguishes a month or day from the others in a chart. */
export const periodName = (i18n: I18n, period: string, overYears: boolean) =>
  period.length === 7
    ? i18n.date(new Date(`${period}-15T12:00:00Z`), { month: 'short', ...(overYears ? { year: '2-digit' } : {}) })
    : i18n.date(new Date(`${period}T12:00:00Z`), { day: 'numeric', month: 'numeric' })

export function useChartWords() {
  const { t } = useLingui()
  return {
    table: t`Show as a table`,
    chart: t`Show as a chart`,
    download: t`Download`,
    csv: t`Data (CSV)`,
    picture: t`Image (PNG)`,
  }
}
