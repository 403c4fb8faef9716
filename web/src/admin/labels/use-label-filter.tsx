import { useLingui } from '@lingui/react/macro'
import { FilterSelect } from '../../ui/filter-select.tsx'
import type { Filter } from '../filter-row.tsx'
import { useTeamLabels } from './use-labels.ts'

/** The filter by label. A team without labels has none. */
export function useLabelFilter() {
  const { t } = useLingui()
  const labels = useTeamLabels()
  return (value: string, onChange: (label: string) => void): Filter[] =>
    labels.length === 0
      ? []
      : [
          {
            key: 'label',
            isSet: value !== '',
            field: (
              <FilterSelect
                label={t`Label`}
                options={[{ value: '', name: t`All` }, ...labels.map(({ _id, name }) => ({ value: _id, name }))]}
                value={value}
                onChange={onChange}
              />
            ),
          },
        ]
}
