import { Trans } from '@lingui/react/macro'
import { TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
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

export const bigHeading = 'text-[2.5rem]/[1.08] font-[640] tracking-(--tracking-display) phone:text-[2rem]'

export const MutualLikes = () => (
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
        <TrendingUp className="icon" aria-hidden="true" />
        <span>
          <Trans>
            <b>Searching up to 25 km away adds 96 people.</b> The smallest change with the biggest effect.
          </Trans>
        </span>
      </p>
    </div>
  </section>
)
