import type { Report } from '@kindred/contract/reports'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSettings } from '../../api/settings.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { configurationQuery } from '../configuration/use-configuration.ts'
import { shortId } from './marks.tsx'

/** Answers that are given often, with what they leave open filled in; each is only a beginning. */
export function CannedReplies({ report, onPick }: { report: Report; onPick: (text: string) => void }) {
  const { t } = useLingui()
  const { brand } = useSettings()
  const { data } = useQuery(configurationQuery)
  const canned = data?.configuration.cannedReplies ?? []
  const values: Record<string, string> = {
    name: report.user.name.split(' ')[0] ?? '',
    report: shortId(report._id),
    brand,
  }
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  if (canned.length === 0) return null
  return (
    <SelectField
      label={t`Canned reply`}
      value=""
      onChange={({ target }) => onPick(filled(canned.find(({ code }) => code === target.value)?.text ?? ''))}
    >
      <option value="">{t`Choose one`}</option>
      {canned.map(({ code, title }) => (
        <option key={code} value={code}>
          {title} (/{code})
        </option>
      ))}
    </SelectField>
  )
}
