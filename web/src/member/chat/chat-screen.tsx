import { useLingui } from '@lingui/react/macro'
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
