import { Trans, useLingui } from '@lingui/react/macro'
import { TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { usePage, useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { useSession } from '../../session/store.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Logo, logoClass } from '../../ui/logo.tsx'
import { Footer } from '../layout/footer.tsx'
import { pageClass, siteHeadClass } from '../layout/classes.ts'
import { CardFrame, DateFrame, MatchFrame } from './frames.tsx'
import { Hero } from './hero.tsx'
import landing from '../../ui/landing.module.css'
import { costClass, shareBarClass, shareClass } from '../../ui/cost.ts'

const Cost = ({ name, value, hides, width }: { name: ReactNode; value: ReactNode; hides: number; width: string }) => (
  <div className="grid gap-3 border-t border-line py-4 first:border-0">
    <div className="flex items-baseline justify-between gap-4">
      <h3>{name}</h3>
      <span className="text-ink-2 tabular-nums">{value}</span>
    </div>
    <div className={costClass}>
      <span>
        <Trans>
          Hides <b>{hides}</b>
        </Trans>
      </span>
      <span className={shareBarClass}>
        <i className={shareClass} style={{ '--w': width }} />
      </span>
    </div>
  </div>
)

const bigHeading = 'text-[2.5rem]/[1.08] font-[640] tracking-(--tracking-display) phone:text-[2rem]'

const MutualLikes = () => (
  <section className="grid grid-cols-[1fr_1fr] items-center gap-16 py-24 phone:grid-cols-[1fr] phone:gap-8 phone:py-16">
    <div>
      <h2 className={bigHeading}>
        <Trans>It only counts if it’s mutual</Trans>
      </h2>
      <p className="mt-4 text-lead/[1.875rem] text-ink-2">
        <Trans>
          You only see people who fit what you’re looking for and are looking for someone like you, so fewer likes go
          nowhere.
        </Trans>
      </p>
    </div>
    <div className="card grid rounded-xl! px-8! py-6!">
      <Cost name={<Trans>Distance</Trans>} value={<Trans>up to 10 km</Trans>} hides={240} width="100%" />
      <Cost name={<Trans>Age</Trans>} value={<Trans>27 to 38</Trans>} hides={118} width="49%" />
      <Cost name={<Trans>Here for</Trans>} value={<Trans>long-term</Trans>} hides={31} width="13%" />
      <p
        className={
          'mt-2 mb-4 flex items-center gap-3 rounded-lg bg-positive-soft px-4 py-3 text-small ' +
          'text-positive-soft-ink'
        }
      >
        <TrendingUp className="icon" />
        <span>
          <Trans>
            <b>Searching up to 25 km away adds 96 people.</b> The smallest change with the biggest effect.
          </Trans>
        </span>
      </p>
    </div>
  </section>
)

const PromiseCard = ({ frame, title, children }: { frame: ReactNode; title: ReactNode; children: ReactNode }) => (
  <div>
    {frame}
    <h2>{title}</h2>
    <p className="text-(color:--pine-panel-muted)">{children}</p>
  </div>
)

const Promises = () => (
  <section className={landing['promises']} id="how">
    <PromiseCard frame={<CardFrame />} title={<Trans>Explained</Trans>}>
      <Trans>
        Every score comes with its reasons and how certain it is. Every filter shows how many people it hides.
      </Trans>
    </PromiseCard>
    <PromiseCard frame={<MatchFrame />} title={<Trans>Fair</Trans>}>
      <Trans>
        Paying doesn’t change the order in which people are shown. The one exception is a Boost, which is marked on the
        card.
      </Trans>
    </PromiseCard>
    <PromiseCard frame={<DateFrame />} title={<Trans>Safe</Trans>}>
      <Trans>
        We only store your location to within about a mile. Blocking is complete and works both ways. Real people answer
        your reports.
      </Trans>
    </PromiseCard>
  </section>
)

export default function WelcomeScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(brand, t`${brand} shows you one person at a time, why you might click, and how certain that is.`)
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
