import { Trans, useLingui } from '@lingui/react/macro'
import { useSettings } from '../../api/settings.ts'
import { usePage } from '../../ui/page.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Gate } from '../layout/gate.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { MatchList } from './match-list.tsx'

export default function MatchesScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Matches`, brand)
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
            <EmptyState title={t`Choose a conversation`}>
              <Trans>Pick a conversation to keep talking.</Trans>
            </EmptyState>
          </div>
        </div>
      </Gate>
    </MemberFrame>
  )
}
