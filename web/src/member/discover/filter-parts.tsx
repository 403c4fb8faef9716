import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { linkClass } from '../../ui/classes.ts'
import { costClass, shareBarClass, shareClass } from '../../ui/cost.ts'

export const Filter = ({ cost, children }: { cost: ReactNode; children: ReactNode }) => (
  <div className="grid gap-3 border-t border-line py-4">
    {children}
    {cost}
  </div>
)

export function Cost({ hides, share, onLift }: { hides: number; share: number; onLift?: () => void }) {
  const { t } = useLingui()
  return (
    <div className={costClass}>
      <span>
        <Trans>
          Hides <b className="tabular-nums">{hides}</b>
        </Trans>
      </span>
      <span className={shareBarClass}>
        <i className={shareClass} style={{ '--w': `${share * 100}%` }} />
      </span>
      {onLift ? <button type="button" className={linkClass} onClick={onLift}>{t`Remove`}</button> : <span />}
    </div>
  )
}
