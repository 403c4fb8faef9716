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
  const { data, dataUpdatedAt: at } = useQuery(matchesQuery)
  const matches = data?.data.matches ?? []
  const [opened, setOpened] = useState<string>()
  const match = matches.find(({ _id }) => _id === opened) ?? matches[0]
  if (match?._id !== opened) setOpened(match?._id)
  return (
    <div className={`${columnsClass} phone:h-auto phone:bg-transparent`}>
      <MatchList opened={isDesk ? match?._id : undefined} />
      {isDesk && match && (
        <Suspense fallback={<Skeleton height="100%" label={t`Loading`} />}>
          <Talk key={match._id} matchId={match._id} known={{ match, at }} />
        </Suspense>
      )}
    </div>
  )
}
