import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeftRight, Check } from 'lucide-react'
import { useSettings } from '../../api/settings.ts'
import { useWelcomeWords } from '../../api/use-welcome-words.tsx'
import { paths } from '../../paths.ts'
import { Link } from '../../router/link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import fit from '../../ui/fit.module.css'
import landing from '../../ui/landing.module.css'

export function Hero() {
  'use no memo' // The settings never change, so memoizing would only add code.
  const { brand, demo, look, house } = useSettings()
  const age = house?.minimumAge ?? 18
  const own = useWelcomeWords()
  return (
    <section
      className={
        'grid grid-cols-[minmax(0,1.02fr)_minmax(0,1fr)] items-center gap-12 pt-10 pb-24 ' +
        'grid-rows-[1fr_auto_auto_1fr] gap-y-0 phone:grid-cols-[1fr] phone:grid-rows-none phone:gap-y-6 phone:pt-4 phone:pb-12'
      }
    >
      <h1 className="row-start-2 text-display tracking-[-0.035em] phone:row-auto">
        {own.headline ?? <Trans>Meet someone who’d choose you, too</Trans>}
      </h1>
      {/* On a phone, a face comes before more words. */}
      <div className="col-start-2 row-[1/5] phone:col-auto phone:row-auto">
        {look?.picture ? <img className={landing['picture']} {...look.picture} alt={own.alt ?? ''} /> : <Collage />}
      </div>
      <div className="row-start-3 phone:row-auto">
        <p
          data-text
          className={
            'mt-6 mb-8 max-w-[31rem] text-lead/[1.875rem] whitespace-pre-line text-ink-2 phone:mt-0 phone:mb-6 ' +
            'phone:text-[1.125rem]/7'
          }
        >
          {own.text ?? (
            <Trans>
              {brand} shows you one person at a time, why you might click, and how certain that is. Nothing here is
              designed to keep you swiping.
            </Trans>
          )}
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
          <Trans>For adults {age} and over.</Trans>
        </p>
        {demo && (
          <div className="text-small mt-3 flex flex-wrap gap-x-5 gap-y-5 text-ink-2">
            <Link to={paths.signin}>
              <Trans>Try it as a member</Trans>
            </Link>
            <Link to={paths.login}>
              <Trans>Try it as an administrator</Trans>
            </Link>
          </div>
        )}
      </div>
    </section>
  )
}

const Portrait = ({ file, at = '50% 40%' }: { file: string; at?: string }) => {
  const { t } = useLingui()
  return (
    <figure>
      <img
        src={`/people/${file}.svg`}
        alt={t`Illustration of a fictional person`}
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
            <Check />
            <span className="pt-0.5">
              <Trans>You both want children.</Trans>
            </span>
          </li>
          <li className={fit['differ']}>
            <ArrowLeftRight />
            <span className="pt-0.5">
              <Trans>You differ on weekends.</Trans>
            </span>
          </li>
        </ul>
      </div>
    </div>
  )
}
