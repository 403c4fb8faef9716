import type { Health } from '@kindred/contract/operations/system'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { Table } from '../../ui/table.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { ListProblem } from '../list-problem.tsx'

const INTERVAL = 10_000

export default function SystemScreen() {
  const { t } = useLingui()
  usePage(t`System status`)
  const query = useQuery({ ...readQuery(['getHealth'], backOffice.getHealth), refetchInterval: INTERVAL })
  return (
    <>
      <h1>{t`System status`}</h1>
      <ListProblem query={query} />
      {query.isPending && <Spinner label={t`Loading system…`} />}
      {query.data && <Parts health={query.data.data.health} />}
    </>
  )
}

const Parts = ({ health }: { health: Health }) => (
  <div className="grid gap-6">
    {health.lacksStandby && (
      <Note tone="warning">
        <Trans>Writes are waiting for a standby database, but none is connected.</Trans>
      </Note>
    )}
    <MissingDetails missing={health.missingDetails} />
    <Running health={health} />
    <WaitingJobs health={health} />
    <Copies health={health} />
  </div>
)

function MissingDetails({ missing }: { missing: Health['missingDetails'] }) {
  const { list } = useFormats()
  const { t } = useLingui()
  if (missing.length === 0) return null
  const names = list(
    missing.map((each) => ({ name: t`the operator’s name`, address: t`the operator’s address` })[each]),
  )
  return (
    <Note tone="warning">
      <span>
        <Trans>
          Not set yet: {names}. Many laws require every public site to name who runs it, such as Article 5 of the EU’s
          e-commerce directive.
        </Trans>{' '}
        <Link to={paths.configuration} search={{ section: 'operator' }}>{t`Add the details`}</Link>
      </span>
    </Note>
  )
}

const headClass = 'px-5 pt-5'
const emptyClass = 'px-5 pb-5 text-ink-2'

function Running({ health: { version, build, startedAt, database } }: { health: Health }) {
  const { t } = useLingui()
  const formats = useFormats()
  const facts = [
    [t`Version`, version],
    [t`Build`, build],
    [t`Running since`, formats.dayAndTime(startedAt)],
    [t`Database`, `PostgreSQL ${database}`],
  ] as const
  return (
    <section className="card" aria-label={t`Server`}>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-4">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-small text-muted">{name}</dt>
            <dd className="m-0 wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function WaitingJobs({ health: { jobs, failedJobs } }: { health: Health }) {
  const { t, i18n } = useLingui()
  const duration = useDuration()
  return (
    <section className="card grid gap-3 overflow-hidden p-0" aria-label={t`Background jobs`}>
      <h2 className={headClass}>{t`Background jobs`}</h2>
      {jobs.length === 0 ? (
        <p className={emptyClass}>{t`No job is waiting.`}</p>
      ) : (
        <Table
          caption={t`Waiting jobs`}
          rows={jobs}
          keyOf={({ job }) => job}
          columns={[
            { head: t`Job`, cell: ({ job }) => job },
            { head: t({ message: 'Waiting', context: 'jobs' }), cell: ({ due }) => i18n.number(due) },
            { head: t`Oldest job`, cell: ({ seconds }) => duration(seconds) },
          ]}
        />
      )}
      <p className="px-5 pb-5">
        <Link className="inline-flex min-h-11 items-center" to={paths.failedJobs}>
          <Plural value={failedJobs} _0="No failed jobs" one="# failed job" other="# failed jobs" />
        </Link>
      </p>
    </section>
  )
}

function Copies({ health: { standbys, replicaSeconds } }: { health: Health }) {
  const { t } = useLingui()
  const duration = useDuration()
  return (
    <section className="card grid gap-3 overflow-hidden p-0" aria-label={t`Database copies`}>
      <h2 className={headClass}>{t`Database copies`}</h2>
      {standbys === null ? (
        <p className={emptyClass}>{t`The server isn’t allowed to see standby databases.`}</p>
      ) : standbys.length === 0 ? (
        <p className={emptyClass}>{t`No standby database is connected.`}</p>
      ) : (
        <Table
          caption={t`Standby databases`}
          rows={standbys}
          keyOf={({ name }) => name}
          columns={[
            { head: t`Name`, cell: ({ name }) => name || '–' },
            { head: t`Kind`, cell: ({ isSynchronous }) => (isSynchronous ? t`Synchronous` : t`Asynchronous`) },
            { head: t`Lag`, cell: ({ seconds }) => duration(seconds) },
          ]}
        />
      )}
      {replicaSeconds !== null && (
        <p className={emptyClass}>{t`The read replica is behind by ${duration(replicaSeconds)}.`}</p>
      )}
    </section>
  )
}

const MINUTE = 60
const HOUR = 3600

function useDuration(): (seconds: number) => string {
  const { i18n } = useLingui()
  return (seconds) => {
    const [unit, size] =
      seconds < MINUTE
        ? (['second', 1] as const)
        : seconds < HOUR
          ? (['minute', MINUTE] as const)
          : (['hour', HOUR] as const)
    return i18n.number(Math.round(seconds / size), { style: 'unit', unit, unitDisplay: 'long' })
  }
}
