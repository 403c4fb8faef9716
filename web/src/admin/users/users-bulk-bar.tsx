import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { BulkDialog } from '../batches/lazy-bulk-dialog.tsx'
import { SelectionBar } from '../batches/selection-bar.tsx'
import type { Selection } from '../batches/use-selection.ts'
import { asQuery, type Decision, type Filters } from './use-users.ts'

type Props = { selection: Selection; fitting: number; filters: Filters }

export function BulkBar({ selection, fitting, filters }: Props) {
  const { t } = useLingui()
  const [to, setTo] = useState<Decision>()
  const { sort: _sort, ...wanted } = filters
  return (
    <SelectionBar
      label={t`Selected users`}
      selection={selection}
      fitting={fitting}
      counted={filters.search === '' ? 'all' : 'so far'}
      count={(count) => t`${plural(count, { one: '# user', other: '# users' })} selected`}
    >
      <Button tone="quiet" size="sm" onClick={() => setTo('activate')}>{t`Activate…`}</Button>
      <Button tone="danger" size="sm" onClick={() => setTo('deactivate')}>{t`Deactivate…`}</Button>
      {to && (
        <Deciding
          to={to}
          action={
            selection.everything
              ? { about: 'users', action: to, filters: asQuery(wanted) }
              : { about: 'users', action: to, ids: [...selection.selected] }
          }
          onClose={() => setTo(undefined)}
          onDone={selection.clear}
        />
      )}
    </SelectionBar>
  )
}

type DecidingProps = Pick<Parameters<typeof BulkDialog>[0], 'action' | 'onClose' | 'onDone'> & { to: Decision }

function Deciding({ to, ...props }: DecidingProps) {
  const { t } = useLingui()
  const out = to === 'deactivate'
  return (
    <BulkDialog
      {...props}
      takes={out}
      words={{
        title: out ? t`Deactivate the selected users?` : t`Activate the selected users?`,
        go: out ? t`Deactivate` : t`Activate`,
        reason: out ? t`Reason (visible to the members)` : t`Reason`,
        concerns: (count) =>
          count === 0 ? t`No users affected.` : t`${plural(count, { one: '# user', other: '# users' })} affected.`,
        done: (count) =>
          out
            ? t`${plural(count, { one: '# user', other: '# users' })} deactivated.`
            : t`${plural(count, { one: '# user', other: '# users' })} activated.`,
      }}
    />
  )
}
