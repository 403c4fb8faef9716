import { callsOf } from '@kindred/contract/calls'
import { transparency } from '@kindred/contract/moderation/transparency'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { readQuery } from '../../api/queries.ts'
import { BASE } from '../../api/base.ts'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { send } from '../../api/send.ts'
import { usePage, useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { Numbers } from '../../words/transparency/numbers.tsx'

const { getPublicTransparency, exportPublicTransparency } = transparency
const client = callsOf({ getPublicTransparency }, send)

export default function PublicTransparencyScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Transparency`, t`How many reports, decisions and appeals ${brand} handled in the last half-year.`)
  const query = useQuery(readQuery(['getPublicTransparency'], client.getPublicTransparency))
  const isPublished = !(query.error instanceof CallFailed && query.error.is('not_found'))
  return (
    <article className="grid gap-6 py-10">
      <h1>{t`Transparency`}</h1>
      {query.isPending && (
        // As tall as the screen, so that the footer doesn't appear and then move.
        <div className="min-h-dvh">
          <Spinner label={t`Loading data…`} />
        </div>
      )}
      {!isPublished && <NotPublished />}
      {query.isError && isPublished && <QueryProblem query={query} text={errorText(query.error)} />}
      {query.data && (
        <>
          <Introduction />
          <Numbers transparency={query.data.data.transparency} />
        </>
      )}
    </article>
  )
}

function NotPublished() {
  const { brand } = useSettings()
  const { t } = useLingui()
  return <EmptyState title={t`This page doesn’t exist`}>{t`${brand} doesn’t publish this data.`}</EmptyState>
}

function Introduction() {
  return (
    <div className="grid max-w-2xl gap-4 text-ink-2">
      <p>
        <Trans>
          What people reported, what we decided about accounts and content, and how appeals ended. Our{' '}
          <Link to={paths.rules}>community rules</Link> say what we act on. To protect people’s privacy, groups of fewer
          than 5 aren’t shown.
        </Trans>
      </p>
      <p className="flex flex-wrap gap-2">
        <a href={BASE + exportPublicTransparency.path} className={buttonClass('quiet', 'sm')}>
          <Download size={18} />
          <Trans>Data (CSV)</Trans>
        </a>
        <a href={BASE + getPublicTransparency.path} className={buttonClass('quiet', 'sm')}>
          <Download size={18} />
          <Trans>Data (JSON)</Trans>
        </a>
      </p>
    </div>
  )
}
