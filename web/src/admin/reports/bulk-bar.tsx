import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { BulkDialog } from '../bulk/bulk-dialog.tsx'
import { ChosenBar } from '../bulk/chosen-bar.tsx'
import { filtersOf, type Wish } from './use-reports.ts'

const targets = ['in_progress', 'resolved', 'closed', 'rejected'] as const
type Target = (typeof targets)[number]

type Props = { chosen: ReadonlySet<string>; shown: number; fitting: number; wish: Wish; onDone: () => void }

/** What can be done to the reports that are chosen. */
export function BulkBar({ chosen, shown, fitting, wish, onDone }: Props) {
  const { t } = useLingui()
  const [to, setTo] = useState<Target>()
  const names: Record<Target, string> = {
    in_progress: t`Take on`,
    resolved: t`Resolve`,
    closed: t`Close`,
    rejected: t`Reject`,
  }
  return (
    <ChosenBar
      label={t`Chosen reports`}
      chosen={chosen}
      shown={shown}
      fitting={fitting}
      counted="so far"
      count={(count) => t`${plural(count, { one: '# report', other: '# reports' })} chosen`}
      onDone={onDone}
    >
      {(everybody) => (
        <>
          {targets.map((target) => (
            <Button key={target} tone="quiet" size="sm" onClick={() => setTo(target)}>
              <Trans>{names[target]} …</Trans>
            </Button>
          ))}
          {to && (
            <BulkDialog
              wish={
                everybody
                  ? { about: 'reports', action: to, filters: filtersOf(wish) as never }
                  : { about: 'reports', action: to, ids: [...chosen] }
              }
              takes={false}
              words={{
                title: t`${names[to]}: the chosen reports?`,
                go: names[to],
                reason: t`Reason, for the history`,
                concerns: (count) =>
                  count === 0
                    ? t`It concerns none of them.`
                    : t`It concerns ${plural(count, { one: '# report', other: '# reports' })}.`,
                done: (count) => t`${plural(count, { one: '# report', other: '# reports' })} moved.`,
              }}
              onClose={() => setTo(undefined)}
              onDone={onDone}
            />
          )}
        </>
      )}
    </ChosenBar>
  )
}
