import { priorities, problemTypes, reportDetails, reportStatuses } from '@kindred/contract/moderation/report'
import { useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import { useReportDetail } from '../../api/report-details.ts'
import { IconButton } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { SearchForm } from '../../ui/search-box.tsx'
import type { TypedSearch } from '../../ui/use-typed-search.ts'
import { useSession } from '../../session/store.ts'
import { useLabelFilter } from '../labels/use-label-filter.tsx'
import { useTeamLabels } from '../labels/use-labels.ts'
import { FilterRow, type Chip } from '../filter-row.tsx'
import { useColleagues } from './use-colleagues.ts'
import type { KnownParams, ReportParams } from './use-reports.ts'
import { useReportWords } from './words.ts'
import { useProblemType } from '../../api/use-problem-type.ts'

export const SEARCH_ID = 'reports-search'

const named = <T extends string>(values: readonly T[], nameOf: (value: T) => string) =>
  values.map((value) => ({ value, name: nameOf(value) }))

type Props = {
  params: KnownParams
  typed: TypedSearch
  busy: boolean
  onGo: (change: ReportParams) => void
  onRefresh: () => void
}

/** The filters of the list. They stay visible when the list fails to load. */
export function ReportFilters({ params, typed, busy, onGo, onRefresh }: Props) {
  const { t } = useLingui()
  const { statuses: statusWords, priorities: priorityWords } = useReportWords()
  const typeName = useProblemType()
  const details = useReportDetail()
  const everything = { value: '' as const, name: t`All` }
  const labelFilter = useLabelFilter()
  const assignees = useAssignees(params.assignee)
  const { chips, clear } = useChips(params, assignees, onGo)
  const search = <SearchForm id={SEARCH_ID} label={t`Search reports`} clear={t`Clear search`} typed={typed} />
  return (
    <FilterRow
      search={search}
      chips={chips}
      onClear={clear}
      taken={15}
      filters={[
        {
          key: 'status',
          isSet: params.status !== undefined,
          field: (
            <FilterSelect
              label={t`Status`}
              options={[everything, ...named(reportStatuses, (status) => statusWords[status])]}
              value={params.status ?? ''}
              onChange={(status) => onGo({ status, page: '' })}
            />
          ),
        },
        {
          key: 'assignee',
          isSet: params.assignee !== undefined,
          field: (
            <FilterSelect
              label={t`Assignee`}
              options={[everything, ...assignees]}
              value={params.assignee ?? ''}
              onChange={(assignee) => onGo({ assignee, page: '' })}
            />
          ),
        },
        {
          key: 'type',
          isSet: params.type !== undefined,
          field: (
            <FilterSelect
              label={t`Type`}
              options={[everything, ...named(problemTypes, typeName)]}
              value={params.type ?? ''}
              onChange={(type) => onGo({ type, page: '' })}
            />
          ),
        },
        ...labelFilter(params.label ?? '', (label) => onGo({ label, page: '' })),
        {
          key: 'reason',
          isSet: params.reason !== undefined,
          field: (
            <FilterSelect
              label={t`Reason`}
              options={[everything, ...named(reportDetails, (detail) => details[detail])]}
              value={params.reason ?? ''}
              onChange={(reason) => onGo({ reason, page: '' })}
            />
          ),
        },
        {
          key: 'priority',
          isSet: params.priority !== undefined,
          field: (
            <FilterSelect
              label={t`Priority`}
              options={[everything, ...named(priorities, (priority) => priorityWords[priority])]}
              value={params.priority ?? ''}
              onChange={(priority) => onGo({ priority, page: '' })}
            />
          ),
        },
        {
          key: 'order',
          isSet: params.order !== undefined,
          width: 13,
          field: (
            <FilterSelect
              className="desk:w-52"
              label={t`Sort by`}
              options={[
                { value: '', name: t`Newest first` },
                { value: 'oldest', name: t`Oldest first` },
                { value: 'due', name: t`Due first` },
                { value: 'priority', name: t`Most urgent first` },
                { value: 'leastUrgent', name: t`Least urgent first` },
              ]}
              value={params.order ?? ''}
              onChange={(order) => onGo({ order, page: '' })}
            />
          ),
        },
      ]}
    >
      <IconButton tone="quiet" className="desk:ms-auto" label={t`Refresh`} busy={busy} onClick={onRefresh}>
        {!busy && <RotateCw size={16} />}
      </IconButton>
    </FilterRow>
  )
}

type Assignees = readonly { value: string; name: string }[]

/** The choices of the filter. A link may name a colleague who has left. */
function useAssignees(chosen: string | undefined): Assignees {
  const { t } = useLingui()
  const own = useSession(({ user }) => user?._id)
  const others = useColleagues().filter(({ _id }) => _id !== own)
  const known = [
    { value: 'me', name: t({ message: 'Me', context: 'assignee' }) },
    { value: 'none', name: t`Unassigned` },
    ...others.map(({ _id, name }) => ({ value: _id, name })),
  ]
  return !chosen || known.some(({ value }) => value === chosen)
    ? known
    : [...known, { value: chosen, name: t`Unknown` }]
}

function useChips(
  { status, assignee, type, label, reason, priority, overdue }: KnownParams,
  assignees: Assignees,
  onGo: Props['onGo'],
) {
  const { t } = useLingui()
  const words = useReportWords()
  const typeName = useProblemType()
  const details = useReportDetail()
  const labelName = useTeamLabels().find(({ _id }) => _id === label)?.name ?? t`Unknown`
  const assigneeName = assignees.find(({ value }) => value === assignee)?.name ?? ''
  const all: [name: keyof ReportParams, text: string | undefined][] = [
    ['status', status && t`Status: ${words.statuses[status]}`],
    ['assignee', assignee && t`Assignee: ${assigneeName}`],
    ['type', type && t`Type: ${typeName(type)}`],
    ['label', label && t`Label: ${labelName}`],
    ['reason', reason && t`Reason: ${details[reason]}`],
    ['priority', priority && t`Priority: ${words.priorities[priority]}`],
    ['overdue', overdue && t`Overdue`],
  ]
  const chips = all.flatMap(([name, text]): Chip[] =>
    text ? [{ text, onRemove: () => onGo({ [name]: '', page: '' }) }] : [],
  )
  return {
    chips,
    clear: () =>
      onGo({ status: '', assignee: '', type: '', label: '', reason: '', priority: '', overdue: '', page: '' }),
  }
}
