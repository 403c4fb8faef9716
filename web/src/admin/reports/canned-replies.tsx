import { useLingui } from '@lingui/react/macro'
import { SelectField } from '../../ui/select-field.tsx'
import type { useCanned } from './use-canned.ts'

type Props = { canned: ReturnType<typeof useCanned>['canned']; onPick: (text: string) => void }

export function CannedReplies({ canned, onPick }: Props) {
  const { t } = useLingui()
  if (canned.length === 0) return null
  return (
    <SelectField
      label={t`Canned reply`}
      hint={t`Or type its code and a space in the reply.`}
      value=""
      onChange={({ target }) => onPick(canned.find(({ code }) => code === target.value)?.text ?? '')}
    >
      <option value="">{t`Select a reply`}</option>
      {canned.map(({ code, title }) => (
        <option key={code} value={code}>
          {title} (/{code})
        </option>
      ))}
    </SelectField>
  )
}
