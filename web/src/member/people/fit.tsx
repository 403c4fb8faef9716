import type { Interval, Reason } from '@kindred/contract/profiles/users'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeftRight, Check } from 'lucide-react'

/** How well two people's answers go together: the number, where it likely lies, and on how much it stands. */
export function Fit({ score, interval }: { score: number; interval: Interval | null }) {
  const { t } = useLingui()
  const track = { '--from': `${interval?.low ?? 0}%`, '--to': `${interval?.high ?? 0}%`, '--at': `${score}%` }
  return (
    <div className="fit">
      <p className="n">
        <span className="sr">{t`Fit`} </span>
        {score}
      </p>
      {interval && (
        <div>
          <p className="small mb-2">
            <b className="font-bold">
              <Trans>
                Likely between {interval.low} and {interval.high}.
              </Trans>
            </b>{' '}
            <span className="muted">
              <Plural
                value={interval.common}
                _0="From what you both say of yourselves."
                one="# answer in common."
                other="# answers in common."
              />
            </span>
          </p>
          <div className="track" style={track}>
            <span className="band" />
            <span className="pin" />
          </div>
          <div className="ends num" aria-hidden="true">
            <span>0</span>
            <span>100</span>
          </div>
        </div>
      )}
    </div>
  )
}

export const Reasons = ({ reasons }: { reasons: readonly Reason[] }) => (
  <ul className="reasons">
    {reasons.map(({ kind, text }) => (
      <li key={text} className={kind}>
        {kind === 'agree' ? (
          <Check className="i" aria-hidden="true" />
        ) : (
          <ArrowLeftRight className="i" aria-hidden="true" />
        )}
        <span>
          <span className="sr">{kind === 'agree' ? <Trans>You agree:</Trans> : <Trans>You differ:</Trans>} </span>
          {text}
        </span>
      </li>
    ))}
  </ul>
)
