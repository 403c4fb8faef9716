import { useLingui } from '@lingui/react/macro'
import { usePage } from '../../api/settings.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { CaseQueue } from '../case/case-queue.tsx'
import { LoadOlder } from '../load-older.tsx'
import { AgeCheckCase } from './age-check-case.tsx'
import { useAgeChecks } from './use-age-checks.ts'

/** Photos with which members show that they are 18 or older. */
export default function AgeChecksScreen() {
  const { t } = useLingui()
  const { dayAndTime } = useFormats()
  usePage(t`Proofs of age`)
  const query = useAgeChecks()
  return (
    <CaseQueue
      title={t`Proofs of age`}
      intro={t`Photos with which members show that they’re 18 or older. Your decision deletes them. Without one, they’re deleted after 72 hours. Every view is recorded.`}
      query={query}
      loading={t`Loading proofs of age…`}
      empty={
        <EmptyState title={t`No proofs of age`}>{t`Photos that wait for a decision will appear here.`}</EmptyState>
      }
      older={<LoadOlder query={query}>{t`More proofs of age`}</LoadOlder>}
      items={query.data?.pages.flatMap(({ data }) => data.checks) ?? []}
      keyOf={({ _id }) => _id}
      nameOf={({ user }) => user.name}
      captionOf={({ sentAt }) => dayAndTime(sentAt)}
      scope="waiting"
    >
      {(check, standing) => <AgeCheckCase key={check._id} check={check} {...standing} />}
    </CaseQueue>
  )
}
