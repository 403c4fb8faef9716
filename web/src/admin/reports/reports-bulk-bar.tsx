import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { BulkDialog } from '../batches/lazy-bulk-dialog.tsx'
import { SelectionBar } from '../batches/selection-bar.tsx'
import type { Selection } from '../batches/use-selection.ts'
import { filtersOf, type KnownParams } from './use-reports.ts'

const targets = ['in_progress', 'resolved', 'closed', 'rejected'] as const
type Target = (typeof targets)[number]

type Props = { selection: Selection; fitting: number; params: KnownParams }

export function BulkBar({ selection, fitting, params }: Props) {
  const { t } = useLingui()
  const [to, setTo] = useState<Target>()
  const names: Record<Target, string> = {
    in_progress: t`Assign to me`,
    resolved: t`Resolve`,
    closed: t`Close`,
    rejected: t`Reject`,
  }
  const titles: Record<Target, string> = {
    in_progress: t`Assign the selected reports to yourself?`,
    resolved: t`Resolve the selected reports?`,
    closed: t`Close the selected reports?`,
    rejected: t`Reject the selected reports?`,
  }
  return (
    <SelectionBar
      label={t`Selected reports`}
      selection={selection}
      fitting={fitting}
      counted="so far"
      count={(count) => t`${plural(count, { one: '# report', other: '# reports' })} selected`}
    >
      {targets.map((target) => (
        <Button key={target} tone="quiet" size="sm" onClick={() => setTo(target)}>{t`${names[target]}…`}</Button>
      ))}
      {to && (
        <BulkDialog
          action={
            selection.everything
              ? { about: 'reports', action: to, filters: filtersOf(params) }
              : { about: 'reports', action: to, ids: [...selection.selected] }
          }
          takes={false}
          words={{
            title: titles[to],
            go: names[to],
            reason: t`Reason (visible in the history)`,
            concerns: (count) =>
              count === 0
                ? t`No reports affected.`
                : t`${plural(count, { one: '# report', other: '# reports' })} affected.`,
            done: (count) => t`${plural(count, { one: '# report', other: '# reports' })} updated.`,
          }}
          onClose={() => setTo(undefined)}
          onDone={selection.clear}
        />
      )}
    </SelectionBar>
  )
}
