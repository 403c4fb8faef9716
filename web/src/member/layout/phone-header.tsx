import { Trans, useLingui } from '@lingui/react/macro'
import { Bell } from 'lucide-react'
import { useSettings } from '../../api/settings.ts'
import { homeOf, paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { iconButtonClass } from '../../ui/button.tsx'
import { Logo, logoClass } from '../../ui/logo.tsx'
import { Count, useCounts } from './places.tsx'

/** The link to notifications, with their number. On desktops, the rail has this link. */
export function NewsBell() {
  const { t } = useLingui()
  const { notifications } = useCounts()
  return (
    <Link className={iconButtonClass('ghost', 'relative flex-none text-ink desk:hidden')} to={paths.notifications}>
      <Bell className="icon" />
      <span className="sr-only">
        <Trans>Notifications</Trans>
      </span>
      <span className="absolute top-0.5 inset-s-1/2">
        <Count count={notifications} label={t`${notifications} new`} />
      </span>
    </Link>
  )
}

/** The top bar on phones, for screens without their own. */
export function PhoneHeader() {
  const { brand } = useSettings()
  return (
    <header className="flex h-13 items-center justify-between pe-2 ps-5 desk:hidden">
      <Link className={logoClass} to={useSession(homeOf)}>
        <Logo brand={brand} />
      </Link>
      <NewsBell />
    </header>
  )
}
