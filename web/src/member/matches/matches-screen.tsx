import { Trans, useLingui } from '@lingui/react/macro'
import { useSettings } from '../../api/settings.ts'
import { usePage } from '../../ui/page.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import '../chat/chat.css'
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
        <div className="chat listing">
          <MatchList />
          <div className="only-desk grid place-items-center">
            <EmptyState title={t`Choose a conversation`}>
              <Trans>Or let it rest. Nobody is counting.</Trans>
            </EmptyState>
          </div>
        </div>
      </Gate>
    </MemberFrame>
  )
}
