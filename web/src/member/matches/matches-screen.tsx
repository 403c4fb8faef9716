import { useLingui } from '@lingui/react/macro'
import { usePage } from '../../api/settings.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Gate } from '../layout/gate.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { MatchList } from './match-list.tsx'

export default function MatchesScreen() {
  const { t } = useLingui()
  usePage(t`Matches`)
  return (
    <MemberFrame layout="wide">
      <Gate>
        <div
          className={
            'grid h-[calc(100dvh-var(--banner))] grid-cols-[21rem_minmax(0,1fr)] border-s border-line bg-surface ' +
            'phone:flex phone:h-auto phone:flex-col phone:border-0 phone:bg-transparent'
          }
        >
          <MatchList />
          <div className="grid place-items-center phone:hidden">
            <EmptyState title={t`Choose a conversation`}>{t`Pick a conversation to keep talking.`}</EmptyState>
          </div>
        </div>
      </Gate>
    </MemberFrame>
  )
}
