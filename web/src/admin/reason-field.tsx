import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { rulesQuery } from '../api/rules.ts'
import { TextArea } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'

type Props = {
  label: string
  /** True if staff can cite a rule. Members who lose something are shown the rule that they broke. */
  withRules?: boolean
  isRequired?: boolean
  value: string
  onChange: (value: string) => void
}

/** The reason for a decision, prefixed with the cited rule. */
export function ReasonField({ label, withRules = false, isRequired = false, value, onChange }: Props) {
  const { t } = useLingui()
  const { data: rules = [] } = useQuery({ ...rulesQuery, enabled: withRules })
  const cited = rules.map(({ title }, at) => t`Rule ${at + 1}: ${title}.`)
  const cites = cited.findIndex((each) => value.startsWith(each))
  const beginning = cited[cites] ?? ''
  const cite = (at: number) => {
    const own = cites < 0 ? value : value.slice(beginning.length).trimStart()
    onChange([cited[at] ?? '', own].filter(Boolean).join(' '))
  }
  return (
    <>
      {withRules && (
        <SelectField
          label={t`Rule broken`}
          optional={t`(optional)`}
          value={cites < 0 ? '' : cites}
          onChange={({ target }) => cite(target.value === '' ? -1 : Number(target.value))}
        >
          <option value="">{t`None`}</option>
          {rules.map(({ title }, at) => (
            <option key={title} value={at}>
              {at + 1}. {title}
            </option>
          ))}
        </SelectField>
      )}
      <TextArea
        label={label}
        {...(isRequired ? {} : { optional: t`(optional)` })}
        rows={3}
        maxLength={1000}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  )
}
