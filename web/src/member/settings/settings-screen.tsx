import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useSettings } from '../../api/settings.ts'
import { useSession } from '../../session/store.ts'
import { usePage } from '../../ui/page.ts'
import { MemberFrame } from '../layout/member-frame.tsx'
import { BlocksPanel } from './blocks-panel.tsx'
import { ConsentsPanel, ThemePanel } from './consents-panel.tsx'
import { ExportPanel } from './export-panel.tsx'
import { IdentitiesPanel } from './identities-panel.tsx'
import { LeavePanel } from './leave-panel.tsx'
import { NotificationsPanel } from './notifications-panel.tsx'
import { PushPanel } from './push-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { EmailPanel, PasswordPanel } from './password-panel.tsx'
import { PrivacyPanel } from './privacy-panel.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

export default function SettingsScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const restricted = useSession((session) => session.user?.isActive === false)
  usePage(t`Settings`, brand)
  // The panels come after the page: a link to one of them is followed once they stand.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <MemberFrame>
      <div className="grid gap-5">
        <h1>
          <Trans>Settings</Trans>
        </h1>
        {restricted && <LeavePanel />}
        {!restricted && <EmailPanel />}
        {!restricted && <PasswordPanel />}
        {!restricted && <PrivacyPanel />}
        {!restricted && <NotificationsPanel />}
        {!restricted && <PushPanel />}
        <BlocksPanel />
        <SessionsPanel />
        {!restricted && <IdentitiesPanel />}
        {!restricted && <PasskeysPanel />}
        {!restricted && <SecondFactorPanel />}
        <ThemePanel />
        <ConsentsPanel />
        <ExportPanel />
        {!restricted && <LeavePanel />}
      </div>
    </MemberFrame>
  )
}
