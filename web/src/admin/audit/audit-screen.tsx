import { useLingui } from '@lingui/react/macro'
import { lazy, type ReactNode, Suspense } from 'react'
import { plural } from '@lingui/core/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { readQuery } from '../../api/queries.ts'
import { usePage } from '../../api/settings.ts'
import { paths, type Search } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { LoadOlder, pagesQuery } from '../load-older.tsx'
import { ListProblem } from '../list-problem.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { dayIn, idIn, textIn, withoutEmpty, withoutUndefined } from '../../api/params.ts'
import { backOffice } from '../../api/staff-client.ts'
import { ExportButton } from '../export-button.tsx'
import { FilterSelect, DayFilter } from '../../ui/filter-select.tsx'
import { type Chip, FilterRow } from '../filter-row.tsx'
import { SubjectField } from './subject-field.tsx'
import { useActionNames } from './action-names.ts'
import { useFormats } from '../../ui/use-formats.ts'
import { navigate, currentPlace } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'

type Filters = { who: string; what: string; about: string; from: string; to: string }
type Selection = Record<'actor' | 'action' | 'subject' | 'from' | 'to', string | undefined>
const none: Filters = { who: '', what: '', about: '', from: '', to: '' }

/** The start of a day in the viewer's time zone. The last day of a range is included in full. */
function moment(day: string, later = 0): string | undefined {
  if (!day) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

const filtersIn = (search: Search<'/audit'>): Filters => ({
  who: idIn(search.who) ?? '',
  what: textIn(search.what, 80) ?? '',
  about: idIn(search.about) ?? '',
  from: dayIn(search.from) ?? '',
  to: dayIn(search.to) ?? '',
})

function useAudit() {
  const filters = filtersIn(useSearch<'/audit'>())
  const { who, what, about, from, to } = filters
  const selection: Selection = {
    actor: who || undefined,
    action: what || undefined,
    subject: about || undefined,
    from: moment(from),
    to: moment(to, 1),
  }
  const query = useInfiniteQuery(
    pagesQuery(['listAudit', selection], (before) => backOffice.listAudit({ query: { ...selection, before } })),
  )
  const choices = useQuery({
    ...readQuery(['getAuditChoices'], backOffice.getAuditChoices),
    select: ({ data }) => data,
  })
  const checks = useQuery({
    ...readQuery(['getChecks'], backOffice.getChecks),
    select: ({ data }) => data.checks.filter(({ passed }) => !passed),
  })
  // The URL may already have a filter that the page doesn't show yet.
  const onFilter = (change: Partial<Filters>) => {
    const search = withoutEmpty({ ...filtersIn(currentPlace().search), ...change })
    void navigate({ to: paths.audit, search, replace: true })
  }
  return {
    query,
    choices: choices.data ?? { actors: [], actions: [] },
    failedChecks: checks.data ?? [],
    filters,
    selection,
    isFiltered: Object.values(filters).some(Boolean),
    onFilter,
    clear: () => onFilter(none),
  }
}

type Props = Pick<ReturnType<typeof useAudit>, 'filters' | 'choices' | 'onFilter' | 'clear'> & { children: ReactNode }

function AuditFilters({ filters, choices, onFilter, clear, children }: Props) {
  const { t } = useLingui()
  const names = useActionNames()
  const who = choices.actors.map(({ _id, name }) => ({ value: _id, name }))
  // A link may still filter by a former administrator.
  const missing = filters.who && !who.some(({ value }) => value === filters.who)
  const actors = missing ? [...who, { value: filters.who, name: filters.who.slice(0, 8) }] : who
  const actions = choices.actions
    .map((action) => ({ value: action, name: names(action) }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  return (
    <FilterRow
      chips={useChips({ filters, actors, onFilter })}
      onClear={clear}
      taken={TAKEN}
      filters={[
        {
          key: 'who',
          isSet: filters.who !== '',
          field: (
            <FilterSelect
              label={t`Actor`}
              value={filters.who}
              options={[{ value: '', name: t`Anyone` }, ...actors]}
              onChange={(value) => onFilter({ who: value })}
            />
          ),
        },
        {
          key: 'what',
          isSet: filters.what !== '',
          width: 15,
          field: (
            <FilterSelect
              label={t`Action`}
              className="w-60 phone:w-auto phone:flex-[1_0_100%]"
              value={filters.what}
              options={[{ value: '', name: t`Any action` }, ...actions]}
              onChange={(what) => onFilter({ what })}
            />
          ),
        },
        {
          key: 'about',
          isSet: filters.about !== '',
          width: 15,
          field: <SubjectField about={filters.about} onPick={(about) => onFilter({ about })} />,
        },
        {
          key: 'from',
          isSet: filters.from !== '',
          width: DAY,
          field: <DayFilter label={t`From`} day={filters.from} onChange={(from) => onFilter({ from })} />,
        },
        {
          key: 'to',
          isSet: filters.to !== '',
          width: DAY,
          field: <DayFilter label={t`To`} day={filters.to} onChange={(to) => onFilter({ to })} />,
        },
      ]}
    >
      <span className="ms-auto flex items-center phone:ms-0 phone:w-full phone:*:flex-1">{children}</span>
    </FilterRow>
  )
}

/** Widths in rem: of the button beside the filters, and of a day. */
const TAKEN = 8
const DAY = 9

type ChipsProps = Pick<Props, 'filters' | 'onFilter'> & { actors: readonly { value: string; name: string }[] }

function useChips({ filters: { who, what, from, to }, actors, onFilter }: ChipsProps): Chip[] {
  const { t } = useLingui()
  const formats = useFormats()
  const names = useActionNames()
  const day = (text: string) => formats.day(`${text}T12:00:00`)
  const actor = actors.find(({ value }) => value === who)?.name ?? ''
  return [
    ...(who ? [{ text: t`Actor: ${actor}`, onRemove: () => onFilter({ who: '' }) }] : []),
    ...(what ? [{ text: t`Action: ${names(what)}`, onRemove: () => onFilter({ what: '' }) }] : []),
    ...(from ? [{ text: t`From ${day(from)}`, onRemove: () => onFilter({ from: '' }) }] : []),
    ...(to ? [{ text: t`To ${day(to)}`, onRemove: () => onFilter({ to: '' }) }] : []),
  ]
}

function ExportAudit({ selection }: { selection: Selection }) {
  const { t } = useLingui()
  return (
    <ExportButton
      exported={{
        subject: 'audit',
        prompt: { title: t`Export audit log`, go: t`Export` },
        declined: t`Give a reason to export the audit log.`,
        issueTicket: (input) => backOffice.issueAuditTicket(input),
        path: '/admin/audit/export.csv',
        query: withoutUndefined(selection),
        file: 'audit.csv',
      }}
      progress={(rows) => t`${plural(rows, { one: '# entry', other: '# entries' })}`}
    />
  )
}

// The table has more texts than the rest of the screen, so it loads along with the entries.
const AuditTable = lazy(() => import('./audit-table.tsx'))

export default function AuditScreen() {
  const { t } = useLingui()
  usePage(t`Audit log`)
  const { query, failedChecks, isFiltered, selection, ...filtering } = useAudit()
  const entries = query.data?.pages.flatMap(({ data }) => data.entries) ?? []
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1>{t`Audit log`}</h1>
        <Link to={paths.batches}>{t`Bulk actions`}</Link>
      </div>
      {failedChecks.map(({ name, message }) => (
        <Note key={name} tone="warning">
          {message}
        </Note>
      ))}
      <ListProblem query={query} />
      <section className="card overflow-hidden p-0" aria-label={t`Audit log`}>
        <AuditFilters {...filtering}>
          <ExportAudit selection={selection} />
        </AuditFilters>
        {query.isPending && <Spinner label={t`Loading audit log…`} />}
        {query.isSuccess &&
          (entries.length === 0 ? (
            <EmptyState title={isFiltered ? t`No matching entries` : t`No entries yet`} />
          ) : (
            <Suspense fallback={<Spinner label={t`Loading audit log…`} />}>
              <AuditTable entries={entries} />
              <LoadOlder query={query}>{t`Older entries`}</LoadOlder>
            </Suspense>
          ))}
      </section>
    </>
  )
}
