import { useLingui } from '@lingui/react/macro'
import { SelectField } from '../../ui/select-field.tsx'
import type { useCanned } from './use-canned.ts'

type Props = Pick<ReturnType<typeof useCanned>, 'canned' | 'isPending'> & { onPick: (text: string) => void }

/** Reserves space while the replies load, so that nothing moves while someone starts to write. */
export function CannedReplies({ canned, isPending, onPick }: Props) {
  const { t } = useLingui()
  if (canned.length === 0 && !isPending) return null
  return (
    <SelectField
      label={t`Canned reply`}
      hint={t`Or type its code and a space.`}
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
