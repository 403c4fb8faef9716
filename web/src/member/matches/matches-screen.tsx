import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { matchesQuery } from '../../api/member-queries.ts'
import { usePage } from '../../api/settings.ts'
import { Skeleton } from '../../ui/pieces.tsx'
import { useDesk } from '../../ui/use-wide.ts'
import { Gate } from '../layout/gate.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { columnsClass, MatchList } from './match-list.tsx'

const Talk = lazy(() => import('../chat/talk.tsx'))

export default function MatchesScreen() {
  const { t } = useLingui()
  usePage(t`Matches`)
  return (
    <MemberFrame layout="wide">
      <Gate>
        <Conversations />
      </Gate>
    </MemberFrame>
  )
}

/** Beside the list, a laptop has room for the latest conversation. It stays open when another one becomes the latest. */
function Conversations() {
  const { t } = useLingui()
  const isDesk = useDesk()
  const { data } = useQuery(matchesQuery)
  const matches = data?.data.matches ?? []
  const [opened, setOpened] = useState<string>()
  const isOpen = matches.some(({ _id }) => _id === opened)
  const latest = isOpen ? opened : matches[0]?._id
  if (latest !== opened) setOpened(latest)
  return (
    <div className={`${columnsClass} phone:h-auto phone:bg-transparent`}>
      <MatchList opened={isDesk ? latest : undefined} />
      {isDesk && latest !== undefined && (
        <Suspense fallback={<Skeleton height="100%" label={t`Loading`} />}>
          <Talk key={latest} matchId={latest} />
        </Suspense>
      )}
    </div>
  )
}
