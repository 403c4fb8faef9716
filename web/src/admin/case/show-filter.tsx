import { useLingui } from '@lingui/react/macro'
import { FilterSelect } from '../../ui/filter-select.tsx'

/** Shows the open cases, or all. */
export function ShowFilter({ isOpen, onChange }: { isOpen: boolean; onChange: (isOpen: boolean) => void }) {
  const { t } = useLingui()
  return (
    <FilterSelect
      label={t`Show`}
      options={[
        { value: 'open', name: t({ message: 'Open', context: 'state' }) },
        { value: 'all', name: t`All` },
      ]}
      value={isOpen ? 'open' : 'all'}
      onChange={(value) => onChange(value === 'open')}
    />
  )
}
