import type { Report } from '@kindred/contract/reports'
import { useLingui } from '@lingui/react/macro'
import { useSettings } from '../../api/settings.ts'
import { SelectField } from '../../ui/field.tsx'

/** Answers that are given often, with the names filled in; each is only a beginning. */
export function CannedReplies({ report, onPick }: { report: Report; onPick: (text: string) => void }) {
  const { t } = useLingui()
  const { brand } = useSettings()
  const name = report.user.name.split(' ')[0] ?? ''
  const canned: [short: string, text: string][] = [
    [
      t`Received`,
      t`Hello ${name}, thank you for telling us. Somebody is looking into it, and you will hear from us here.`,
    ],
    [
      t`More, please`,
      t`Hello ${name}, thank you. Could you tell us when this happened, and what you saw or pressed just before?`,
    ],
    [
      t`Dealt with`,
      t`Hello ${name}, thank you for your report. We have looked into it and acted on it under our community rules.`,
    ],
    [
      t`Nothing found`,
      t`Hello ${name}, we have looked into it and found nothing against our rules. You can block anybody at any time; they are not told.`,
    ],
    [
      t`Mended`,
      t`Hello ${name}, this is mended now. Please reload the page, and write again if you still see it. Yours, ${brand}`,
    ],
  ]
  return (
    <SelectField
      label={t`Canned reply`}
      value=""
      onChange={({ target }) => onPick(canned[Number(target.value)]?.[1] ?? '')}
    >
      <option value="">{t`Choose one`}</option>
      {canned.map(([short], at) => (
        <option key={short} value={at}>
          {short}
        </option>
      ))}
    </SelectField>
  )
}
