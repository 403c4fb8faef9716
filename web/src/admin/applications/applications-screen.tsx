import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { CaseQueue } from '../case/case-queue.tsx'
import { ShowFilter } from '../case/show-filter.tsx'
import { LoadOlder } from '../load-older.tsx'
import { ApplicationCase } from './application-case.tsx'
import { useApplications } from './use-applications.ts'

/** People who want to join. */
export default function ApplicationsScreen() {
  const { t } = useLingui()
  const { day } = useFormats()
  usePage(t`Applications`)
  const [isOpen, setOpen] = useState(true)
  const query = useApplications(isOpen)
  return (
    <CaseQueue
      title={t`Applications`}
      head={
        <>
          <ShowFilter isOpen={isOpen} onChange={setOpen} />
          <Link to={paths.invitations}>{t`Invitations`}</Link>
        </>
      }
      intro={t`People who want to join. Each decision reaches them with a message, and they always see where they stand.`}
      query={query}
      loading={t`Loading applications…`}
      empty={<EmptyState title={t`No applications`}>{t`Applications will appear here.`}</EmptyState>}
      older={<LoadOlder query={query}>{t`More applications`}</LoadOlder>}
      items={query.data?.pages.flatMap(({ data }) => data.applications) ?? []}
      keyOf={({ _id }) => _id}
      nameOf={({ name }) => name}
      captionOf={({ appliedAt }) => day(appliedAt)}
      scope={isOpen ? 'open' : 'all'}
    >
      {(application, standing) => <ApplicationCase listed={application} {...standing} />}
    </CaseQueue>
  )
}
