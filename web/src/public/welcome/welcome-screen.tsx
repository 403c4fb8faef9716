import { Trans, useLingui } from '@lingui/react/macro'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Logo, logoClass } from '../../ui/logo.tsx'
import { usePage } from '../../ui/page.ts'
import { Footer } from '../layout/footer.tsx'
import { pageClass, siteHeadClass } from '../layout/classes.ts'
import { Hero } from './hero.tsx'
import { Promises } from './promises.tsx'
import { MutualLikes, bigHeading } from './mutual-likes.tsx'

export default function WelcomeScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(brand, brand, t`${brand} shows you one person at a time, why you might click, and how certain that is.`)
  return (
    <div data-area="member">
      <div className={pageClass}>
        <Head />
        <main id="main">
          <Hero />
          <Promises />
          <MutualLikes />
          <Closing />
        </main>
      </div>
      <Footer />
    </div>
  )
}

function Head() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  return (
    <header className={siteHeadClass}>
      <Link className={logoClass} to={paths.welcome}>
        <Logo brand={brand} />
      </Link>
      <nav className="ms-auto flex items-center gap-2" aria-label={t`Account`}>
        <a className={buttonClass('ghost', 'sm', 'max-sm:hidden!')} href="#how">
          <Trans>How it works</Trans>
        </a>
        {isAuthenticated ? (
          <Link className={buttonClass('primary', 'sm')} to={paths.home}>
            <Trans>Continue</Trans>
          </Link>
        ) : (
          <>
            <Link className={buttonClass('quiet', 'sm')} to={paths.signin}>
              <Trans>Sign in</Trans>
            </Link>
            <Link className={buttonClass('primary', 'sm', 'max-sm:hidden!')} to={paths.join}>
              <Trans>Join</Trans>
            </Link>
          </>
        )}
      </nav>
    </header>
  )
}

const faces = ['noor', 'ken', 'thorunn', 'amara', 'tomas', 'nandini', 'sam']

const Closing = () => (
  <section className="grid justify-items-center gap-5 pb-24 text-center">
    <div className="flex" aria-hidden="true">
      {faces.map((face) => (
        <img
          key={face}
          className={
            'size-16 flex-none rounded-full bg-sunken object-cover shadow-[0_0_0_4px_var(--canvas)] ' +
            'not-first:-ms-3 phone:size-12'
          }
          src={`/people/${face}.svg#svgView(viewBox(130,150,520,520))`}
          alt=""
          loading="lazy"
        />
      ))}
    </div>
    <h2 className={bigHeading}>
      <Trans>Take your time</Trans>
    </h2>
    <p className="text-muted max-w-md">
      <Trans>Answer a few questions or a hundred. Leave whenever you like, and take your data with you.</Trans>
    </p>
    <Link className={buttonClass('primary', 'lg')} to={paths.join}>
      <Trans>Join for free</Trans>
    </Link>
  </section>
)
