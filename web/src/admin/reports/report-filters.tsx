import { priorities, problemTypes, reportStatuses } from '@kindred/contract/moderation/report'
import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import type { TypedSearch } from '../../ui/use-typed-search.ts'
import type { ReportParams } from './use-reports.ts'
import { filtersClass } from '../../ui/table.tsx'

export const SEARCH_ID = 'reports-search'

const named = (values: readonly string[]) => values.map((value) => ({ value, name: value }))

type Props = {
  params: ReportParams
  typed: TypedSearch
  busy: boolean
  onGo: (change: ReportParams) => void
  onRefresh: () => void
}

/** What narrows the list. It stays whether or not the list could be loaded. */
export function ReportFilters({ params, typed, busy, onGo, onRefresh }: Props) {
  const { t } = useLingui()
  const everything = { value: '', name: t`All` }
  return (
    <form
      className={filtersClass}
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        typed.searchNow()
      }}
    >
      <SearchBox id={SEARCH_ID} label={t`Search reports`} clear={t`Clear search`} typed={typed} />
      <Choice
        label={t`Status`}
        options={[everything, ...named(reportStatuses)]}
        value={params.status ?? ''}
        onChange={(status) => onGo({ status, page: '' })}
      />
      <Choice
        label={t`Type`}
        options={[everything, ...named(problemTypes)]}
        value={params.type ?? ''}
        onChange={(type) => onGo({ type, page: '' })}
      />
      <Choice
        label={t`Priority`}
        options={[everything, ...named(priorities)]}
        value={params.priority ?? ''}
        onChange={(priority) => onGo({ priority, page: '' })}
      />
      <Choice
        label={t`Sort by`}
        options={[
          { value: '', name: t`Newest first` },
          { value: 'due', name: t`Due first` },
          { value: 'priority', name: t`Most urgent first` },
        ]}
        value={params.order ?? ''}
        onChange={(order) => onGo({ order, page: '' })}
      />
      <Button tone="quiet" busy={busy} onClick={onRefresh}>
        <RotateCw size={16} aria-hidden="true" />
        <Trans>Refresh</Trans>
      </Button>
    </form>
  )
}
