import { useLingui } from '@lingui/react/macro'
import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { paths, type Path } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { logout } from '../../session/actions.ts'
import { useSession } from '../../session/store.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Logo, logoClass } from '../../ui/logo.tsx'
import { Footer } from './footer.tsx'
import { pageClass, siteHeadClass } from './classes.ts'

export function UserLayout({ children }: { children: ReactNode }) {
  const { brand } = useSettings()
  const { t } = useLingui()
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  return (
    <div data-area="member" className="flex min-h-dvh flex-col">
      <header
        // Links that don't fit on one line wrap.
        className={`${pageClass} ${siteHeadClass} w-full max-sm:h-auto! max-sm:min-h-16`}
      >
        <Link
          // A wide logo shrinks before the links wrap.
          className={`${logoClass} max-sm:shrink-[99]`}
          to={paths.welcome}
        >
          <Logo brand={brand} roomy />
        </Link>
        <nav
          aria-label={t`Main`}
          className="ms-auto flex min-w-0 flex-wrap items-center justify-end gap-2 max-sm:gap-0!"
        >
          <NavLink to={isAuthenticated ? paths.home : paths.welcome}>{t`Home`}</NavLink>
          <NavLink to={paths.faqs}>{t`FAQs`}</NavLink>
          <NavLink to={paths.privacy}>{t`Privacy`}</NavLink>
          <Account />
        </nav>
      </header>
      <main id="main" className={`${pageClass} w-full flex-1`}>
        {children}
      </main>
      <Footer />
    </div>
  )
}

const NavLink = ({ to, children }: { to: Path; children: ReactNode }) => (
  <Link to={to} className={buttonClass('ghost', 'sm', 'aria-[current=page]:text-ink max-sm:px-2!')}>
    {children}
  </Link>
)

function Account() {
  const { t } = useLingui()
  const user = useSession((session) => session.user)
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  if (!isAuthenticated) return <Link to={paths.signin} className={buttonClass('quiet', 'sm')}>{t`Sign in`}</Link>
  return (
    <>
      <span className="min-w-0 truncate max-w-16 px-1 font-medium sm:max-w-40 sm:px-2" dir="auto" title={user?.name}>
        {user?.name}
      </span>
      <Button tone="quiet" size="sm" className="flex-none max-sm:px-3!" onClick={() => logout()}>
        <LogOut size={18} />
        <span className="max-sm:sr-only">{t`Logout`}</span>
      </Button>
    </>
  )
}
