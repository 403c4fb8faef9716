import type { Interval, Reason } from '@kindred/contract/profiles/users'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeftRight, Check } from 'lucide-react'
import fit from '../../ui/fit.module.css'

export function Fit({ score, interval }: { score: number; interval: Interval }) {
  const { t } = useLingui()
  const track = { '--from': `${interval.low}%`, '--to': `${interval.high}%`, '--at': `${score}%` }
  return (
    <div className={fit['fit']}>
      <p className={fit['number']}>
        <span className="sr-only">{t`Compatibility`} </span>
        {score}
      </p>
      <div>
        <p className="text-small mb-2">
          <b className="font-bold">
            <Trans>
              Likely between {interval.low} and {interval.high}.
            </Trans>
          </b>{' '}
          <span className="text-muted">
            <Plural
              value={interval.common}
              _0="Based on your profiles."
              one="# answer in common."
              other="# answers in common."
            />
          </span>
        </p>
        <div className={fit['track']} style={track}>
          <span className={fit['band']} />
          <span className={fit['pin']} />
        </div>
        <div className="mt-1.5 flex justify-between text-caption text-muted" aria-hidden="true">
          <span>0</span>
          <span>100</span>
        </div>
      </div>
    </div>
  )
}

export const Reasons = ({ reasons }: { reasons: readonly Reason[] }) => (
  <ul className={fit['reasons']}>
    {reasons.map(({ kind, text }) => (
      <li key={text} className={kind === 'agree' ? '' : fit['differ']}>
        {kind === 'agree' ? <Check /> : <ArrowLeftRight />}
        <span>
          <span className="sr-only">{kind === 'agree' ? <Trans>You agree:</Trans> : <Trans>You differ:</Trans>} </span>
          {text}
        </span>
      </li>
    ))}
  </ul>
)
