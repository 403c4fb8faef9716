import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onServerEvent } from '../../api/live.ts'
import { reload } from '../../api/queries.ts'
import { usePage } from '../../api/settings.ts'
import { useParams } from '../../router/place.ts'
import { Gate } from '../layout/gate.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { columnsClass, MatchList } from '../matches/match-list.tsx'
import Talk from './talk.tsx'

export default function ChatScreen() {
  const { t } = useLingui()
  const { matchId } = useParams<'/chat/$matchId'>()
  usePage(t`Chat`)
  useEnd(matchId)
  return (
    <MemberFrame layout="wide" barred whole>
      <Gate>
        <div className={`${columnsClass} phone:h-[calc(100dvh-var(--banner))]`}>
          <MatchList current={matchId} />
          <Talk key={matchId} matchId={matchId} />
        </div>
      </Gate>
    </MemberFrame>
  )
}

/** Shows when the other person ends the match. Beside the list of matches, the conversation goes with its match. */
function useEnd(matchId: string) {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      onServerEvent((event) => {
        if (event.type === 'match.ended' && event.matchId === matchId) void reload(queryClient, 'getMatch')
      }),
    [matchId, queryClient],
  )
}
