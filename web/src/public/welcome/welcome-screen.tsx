import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowLeftRight, Check, MessageSquareQuote, Scale, ShieldCheck, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/store.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Logo, logoClass } from '../../ui/logo.tsx'
import { usePage } from '../../ui/page.ts'
import { Footer } from '../layout/footer.tsx'
import fit from '../../ui/fit.module.css'
import landing from '../../ui/landing.module.css'
import { costClass, shareBarClass, shareClass } from '../../ui/cost.ts'
import { pageClass, siteHeadClass } from '../layout/classes.ts'

export default function WelcomeScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(brand, brand, t`${brand} shows one person at a time, tells you why you might fit, and says how sure it is.`)
  return (
    <div data-area="member">
      <div className={pageClass}>
        <Head />
        <main id="main">
          <Hero />
          <Promises />
          <BothSayYes />
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
      <nav className="ml-auto flex items-center gap-2" aria-label={t`Account`}>
        <a className={buttonClass('ghost', 'sm', 'max-sm:hidden!')} href="#how">
          <Trans>How it works</Trans>
        </a>
        {isAuthenticated ? (
          <Link className={buttonClass('primary', 'sm')} to={paths.home}>
            <Trans>Go on</Trans>
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

function Hero() {
  const { brand, demo } = useSettings()
  return (
    <section
      className={
        'grid grid-cols-[minmax(0,1.02fr)_minmax(0,1fr)] items-center gap-12 pt-10 pb-24 ' +
        'phone:grid-cols-[1fr] phone:gap-10 phone:pt-6 phone:pb-12'
      }
    >
      <div>
        <h1 className="text-display tracking-[-0.035em]">
          <Trans>Meet someone who would choose you, too</Trans>
        </h1>
        <p
          className={
            'mt-6 mb-8 max-w-[31rem] text-lead/[1.875rem] text-ink-2 phone:mt-4 phone:mb-6 ' + 'phone:text-[1.125rem]/7'
          }
        >
          <Trans>
            {brand} shows one person at a time, tells you why you might fit, and says how sure it is. Nothing here is
            built to keep you swiping.
          </Trans>
        </p>
        <div className="flex flex-wrap gap-3">
          <Link className={buttonClass('primary', 'lg')} to={paths.join}>
            <Trans>Join for free</Trans>
          </Link>
          <a className={buttonClass('quiet', 'lg')} href="#how">
            <Trans>How it works</Trans>
          </a>
        </div>
        <p className="text-small text-muted mt-5">
          <Trans>For adults, 18 and over.</Trans>
        </p>
        {demo && (
          <p className="text-small mt-3 flex flex-wrap gap-x-5 gap-y-1 text-ink-2">
            <Link to={paths.signin}>
              <Trans>Try it as a member</Trans>
            </Link>
            <Link to={paths.login}>
              <Trans>Try it as an administrator</Trans>
            </Link>
          </p>
        )}
      </div>
      <Collage />
    </section>
  )
}

const Portrait = ({ file, at = '50% 40%' }: { file: string; at?: string }) => {
  const { t } = useLingui()
  return (
    <figure>
      <img
        src={`/people/${file}.svg`}
        alt={t`Drawn portrait of an invented person`}
        style={{ objectPosition: at }}
        width="400"
        height="500"
      />
    </figure>
  )
}

function Collage() {
  return (
    <div className={landing['collage']}>
      <Portrait file="zoe" />
      <Portrait file="oluwaseun" at="50% 35%" />
      <Portrait file="haneul" />
      <div className={landing['slip']}>
        <div className={fit['fit']}>
          <p className={`${fit['number']} text-[2.5rem]`}>84</p>
          <div>
            <p className="text-small mb-2 font-bold">
              <Trans>Likely between 78 and 89</Trans>
            </p>
            <div className={fit['track']} style={{ '--from': '78%', '--to': '89%', '--at': '84%' }}>
              <span className={fit['band']} />
              <span className={fit['pin']} />
            </div>
          </div>
        </div>
        <ul className={`${fit['reasons']} mt-4 gap-2! text-small`}>
          <li>
            <Check aria-hidden="true" />
            <span className="pt-0.5">
              <Trans>You both want children.</Trans>
            </span>
          </li>
          <li className={fit['differ']}>
            <ArrowLeftRight aria-hidden="true" />
            <span className="pt-0.5">
              <Trans>You differ on weekends.</Trans>
            </span>
          </li>
        </ul>
      </div>
    </div>
  )
}

const PromiseCard = ({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) => (
  <div>
    {icon}
    <h2>{title}</h2>
    <p>{children}</p>
  </div>
)

const Promises = () => (
  <section className={landing['promises']} id="how">
    <PromiseCard icon={<MessageSquareQuote className="icon" aria-hidden="true" />} title={<Trans>Explained</Trans>}>
      <Trans>
        Every score comes with its reasons, and with how sure it is. Every filter shows how many people it hides.
      </Trans>
    </PromiseCard>
    <PromiseCard icon={<Scale className="icon" aria-hidden="true" />} title={<Trans>Fair</Trans>}>
      <Trans>
        Paying does not change the order in which people are shown. The one exception is a Boost, and it says so on the
        card.
      </Trans>
    </PromiseCard>
    <PromiseCard icon={<ShieldCheck className="icon" aria-hidden="true" />} title={<Trans>Safe</Trans>}>
      <Trans>
        Your place is kept only to about a mile. Blocking is total and works both ways. People answer your reports.
      </Trans>
    </PromiseCard>
  </section>
)

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

const BothSayYes = () => (
  <section className="grid grid-cols-[1fr_1fr] items-center gap-16 py-24 phone:grid-cols-[1fr] phone:gap-8 phone:py-16">
    <div>
      <h2 className={bigHeading}>
        <Trans>It counts only where both of you say yes</Trans>
      </h2>
      <p className="mt-4 text-lead/[1.875rem] text-ink-2">
        <Trans>
          You are shown to people whose wishes you meet, and they are shown to you when they meet yours. So fewer likes
          go nowhere.
        </Trans>
      </p>
    </div>
    <div className="card grid rounded-xl! px-8! py-6!">
      <Cost name={<Trans>Distance</Trans>} value={<Trans>up to 10 km</Trans>} hides={240} width="100%" />
      <Cost name={<Trans>Age</Trans>} value={<Trans>27 to 38</Trans>} hides={118} width="49%" />
      <Cost name={<Trans>Here for</Trans>} value={<Trans>a long relationship</Trans>} hides={31} width="13%" />
      <p
        className={
          'mt-2 mb-4 flex items-center gap-3 rounded-lg bg-positive-soft px-4 py-3 text-small ' +
          'text-positive-soft-ink'
        }
      >
        <TrendingUp className="icon" aria-hidden="true" />
        <span>
          <Trans>
            <b>25 km adds 96 people.</b> It is the smallest change that adds most.
          </Trans>
        </span>
      </p>
    </div>
  </section>
)

const faces = ['noor', 'ken', 'thorunn', 'amara', 'tomas', 'nandini', 'sam']

const Closing = () => (
  <section className="grid justify-items-center gap-5 pb-24 text-center">
    <div className="flex" aria-hidden="true">
      {faces.map((face) => (
        <img
          key={face}
          className={
            'size-16 flex-none rounded-full bg-sunken object-cover shadow-[0_0_0_4px_var(--canvas)] ' +
            'not-first:-ml-3 phone:size-12'
          }
          src={`/people/${face}.svg#svgView(viewBox(130,150,520,520))`}
          alt=""
          width="64"
          height="64"
          loading="lazy"
        />
      ))}
    </div>
    <h2 className={bigHeading}>
      <Trans>Take your time</Trans>
    </h2>
    <p className="text-muted max-w-md">
      <Trans>Answer a few questions or a hundred. Leave whenever you like, and take everything with you.</Trans>
    </p>
    <Link className={buttonClass('primary', 'lg')} to={paths.join}>
      <Trans>Join for free</Trans>
    </Link>
  </section>
)
