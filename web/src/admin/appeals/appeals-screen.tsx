import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { usePage } from '../../api/settings.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { CaseQueue } from '../case/case-queue.tsx'
import { ShowFilter } from '../case/show-filter.tsx'
import { LoadOlder } from '../load-older.tsx'
import { AppealCase } from './appeal-case.tsx'
import { useAppeals } from './use-appeals.ts'

export default function AppealsScreen() {
  const { t } = useLingui()
  const { day, series } = useFormats()
  usePage(t`Appeals`)
  const [isOpen, setOpen] = useState(true)
  const query = useAppeals(isOpen)
  return (
    <CaseQueue
      title={t`Appeals`}
      head={<ShowFilter isOpen={isOpen} onChange={setOpen} />}
      intro={t`Someone other than the original decision-maker reviews each appeal. If no one else can, the same person may review it after 24 hours, and the appeal is flagged.`}
      query={query}
      loading={t`Loading appeals…`}
      empty={<EmptyState title={t`No appeals`}>{t`Appeals will appear here.`}</EmptyState>}
      older={<LoadOlder query={query}>{t`More appeals`}</LoadOlder>}
      items={query.data?.pages.flatMap(({ data }) => data.appeals) ?? []}
      keyOf={({ _id }) => _id}
      nameOf={({ appellant }) => appellant.name}
      captionOf={({ by, createdAt }) => series(by === 'member' ? t`Member` : t`Reporter`, day(createdAt))}
    >
      {(appeal) => <AppealCase appeal={appeal} />}
    </CaseQueue>
  )
}
