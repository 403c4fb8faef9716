import { Trans, useLingui } from '@lingui/react/macro'
import { Bell, ChevronLeft } from 'lucide-react'
import { useSettings } from '../../api/settings.ts'
import { homeOf, type Path, paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { buttonClass, iconButtonClass } from '../../ui/button.tsx'
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

/** The top bar on phones, for screens without their own. `back` is the page that leads to the screen. */
export function PhoneHeader({ back }: { back: Path | undefined }) {
  const { brand } = useSettings()
  const home = useSession(homeOf)
  return (
    <header className={`flex h-13 items-center justify-between pe-2 desk:hidden ${back ? 'ps-2' : 'ps-5'}`}>
      {back ? (
        <Link className={buttonClass('ghost')} to={back} aria-current={undefined}>
          <ChevronLeft className="icon rtl:-scale-x-100" />
          <Trans>Back</Trans>
        </Link>
      ) : (
        <Link className={logoClass} to={home}>
          <Logo brand={brand} />
        </Link>
      )}
      <NewsBell />
    </header>
  )
}
