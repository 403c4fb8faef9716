import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowLeftRight, Check, MessageSquareQuote, Scale, ShieldCheck, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSettings } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/store.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { usePage } from '../../ui/page.ts'
import { Footer } from '../layout/footer.tsx'
import '../public.css'
import '../../ui/filter.css'

export default function WelcomeScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(brand, brand, t`${brand} shows one person at a time, tells you why you might fit, and says how sure it is.`)
  return (
    <div data-area="member">
      <div className="page">
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
    <header className="sitehead">
      <Link className="logo" to={paths.welcome}>
        <Logo brand={brand} />
      </Link>
      <nav aria-label={t`Account`}>
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
    <section className="hero">
      <div>
        <h1>
          <Trans>Meet someone who would choose you, too</Trans>
        </h1>
        <p className="lead">
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
        <p className="small muted mt-5">
          <Trans>For adults, 18 and over.</Trans>
        </p>
        {demo && (
          <p className="small mt-3 flex flex-wrap gap-x-5 gap-y-1 text-ink-2">
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

const Portrait = ({ file, className = '', at = '50% 40%' }: { file: string; className?: string; at?: string }) => {
  const { t } = useLingui()
  return (
    <figure className={`photo ${className}`}>
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
    <div className="collage">
      <Portrait file="zoe" className="a" />
      <Portrait file="oluwaseun" at="50% 35%" />
      <Portrait file="haneul" />
      <div className="slip">
        <div className="fit">
          <p className="n">84</p>
          <div>
            <p className="small mb-2 font-bold">
              <Trans>Likely between 78 and 89</Trans>
            </p>
            <div className="track" style={{ '--from': '78%', '--to': '89%', '--at': '84%' }}>
              <span className="band" />
              <span className="pin" />
            </div>
          </div>
        </div>
        <ul className="reasons small mt-4 gap-2!">
          <li>
            <Check className="i" aria-hidden="true" />
            <span className="pt-0.5">
              <Trans>You both want children.</Trans>
            </span>
          </li>
          <li className="differ">
            <ArrowLeftRight className="i" aria-hidden="true" />
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
  <section className="promises" id="how">
    <PromiseCard icon={<MessageSquareQuote className="i" aria-hidden="true" />} title={<Trans>Explained</Trans>}>
      <Trans>
        Every score comes with its reasons, and with how sure it is. Every filter shows how many people it hides.
      </Trans>
    </PromiseCard>
    <PromiseCard icon={<Scale className="i" aria-hidden="true" />} title={<Trans>Fair</Trans>}>
      <Trans>
        Paying does not change the order in which people are shown. The one exception is a Boost, and it says so on the
        card.
      </Trans>
    </PromiseCard>
    <PromiseCard icon={<ShieldCheck className="i" aria-hidden="true" />} title={<Trans>Safe</Trans>}>
      <Trans>
        Your place is kept only to about a mile. Blocking is total and works both ways. People answer your reports.
      </Trans>
    </PromiseCard>
  </section>
)

const Cost = ({ name, value, hides, width }: { name: ReactNode; value: ReactNode; hides: number; width: string }) => (
  <div className="filter first:border-0">
    <div className="top">
      <h3>{name}</h3>
      <span className="val">{value}</span>
    </div>
    <div className="cost">
      <span>
        <Trans>
          Hides <b>{hides}</b>
        </Trans>
      </span>
      <span className="bar">
        <i style={{ '--w': width }} />
      </span>
    </div>
  </div>
)

const BothSayYes = () => (
  <section className="split">
    <div>
      <h2>
        <Trans>It counts only where both of you say yes</Trans>
      </h2>
      <p className="lead">
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
      <p className="gain mt-2">
        <TrendingUp className="i" aria-hidden="true" />
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
  <section className="closing">
    <div className="faces" aria-hidden="true">
      {faces.map((face) => (
        <img
          key={face}
          className="av"
          src={`/people/${face}.svg#svgView(viewBox(130,150,520,520))`}
          alt=""
          width="64"
          height="64"
          loading="lazy"
        />
      ))}
    </div>
    <h2 className="bigh">
      <Trans>Take your time</Trans>
    </h2>
    <p className="muted max-w-md">
      <Trans>Answer a few questions or a hundred. Leave whenever you like, and take everything with you.</Trans>
    </p>
    <Link className={buttonClass('primary', 'lg')} to={paths.join}>
      <Trans>Join for free</Trans>
    </Link>
  </section>
)
