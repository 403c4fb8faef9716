import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { useCountText } from '../count-text.ts'
import type { Selection } from './use-selection.ts'

type Props = {
  label: string
  selection: Selection
  fitting: number
  counted: 'all' | 'so far'
  count: (selected: number) => string
  children: ReactNode
}

/** Shows the number of selected rows. Once all visible rows are selected, it offers to select every match. */
export function SelectionBar({ label, selection, fitting, counted, count, children }: Props) {
  const { t } = useLingui()
  const countText = useCountText()
  const { selected, everything, offersAll, selectAll, clear } = selection
  if (selected.size === 0) return null
  return (
    <section className="flex flex-wrap items-center gap-3 border-y border-line bg-sunken px-4 py-2" aria-label={label}>
      <b role="status">{everything ? t`All ${countText(fitting, counted)} selected` : count(selected.size)}</b>
      {offersAll && (
        <Button tone="ghost" size="sm" onClick={selectAll}>{t`Select all ${countText(fitting, counted)}`}</Button>
      )}
      {children}
      <Button tone="ghost" size="sm" onClick={clear}>{t`Clear selection`}</Button>
    </section>
  )
}
