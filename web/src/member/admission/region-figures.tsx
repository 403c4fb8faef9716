import type { OwnRegion } from '@kindred/contract/identity/invitations'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useFormats } from '../../ui/use-formats.ts'

/** Fewer people than this aren’t told apart. */
const FEW = 5

type Figures = { region: OwnRegion | null }

/** The waiting list of the person's region, as it was counted last. */
export function RegionFigures({ region }: Figures) {
  const { t } = useLingui()
  const { dayAndTime } = useFormats()
  if (!region)
    return (
      <p className="card">
        {t`You haven’t been counted yet. Once an hour, we count everyone who has a complete profile and enough photos. You already have your place in line.`}
      </p>
    )
  const { name } = region
  const when = dayAndTime(region.countedAt)
  return (
    <section className="card grid gap-4" aria-labelledby="region">
      <h2 id="region">{name ? t`The region of ${name}` : t`Away from large cities`}</h2>
      <dl className="grid gap-3">
        <Fact what={t`People who fit you`}>
          <Fitting region={region} />
        </Fact>
        <Fact what={t`Waiting in your region`}>
          <Plural value={region.waiting} one="Just you" other="# people, including you" />
        </Fact>
        <Fact what={t`Waiting longer than you`}>
          <Plural value={region.before} _0="No one" one="# person" other="# people" />
        </Fact>
        <Fact what={t`Your region`}>{region.isOpen ? t`Open` : t`Not open yet`}</Fact>
      </dl>
      <p className="text-small text-muted">
        {t`Someone fits if you’d see each other in Discover, by gender, age, distance and dealbreakers. We count members and people who wait, and this figure changes once a day.`}
      </p>
      <p className="text-small text-muted">
        {region.isOpen
          ? t`Those who’ve waited longest are let in first, as long as most of those inside still have enough people who fit.`
          : t`The region opens once those who’d come in would each have enough people who fit. Then those who’ve waited longest are let in first.`}{' '}
        {t`Paying never changes your place in line.`}
      </p>
      <p className="text-caption text-muted">{t`Counted on ${when}`}</p>
    </section>
  )
}

function Fitting({ region: { fitting, needed } }: { region: OwnRegion }) {
  const { t, i18n } = useLingui()
  if (fitting === null) return t`Counted again within a day`
  const [few, have, need] = [FEW, fitting, needed].map((each) => i18n.number(each))
  if (fitting >= needed) return <Trans>{need} or more, which is enough</Trans>
  return fitting < FEW ? t`Fewer than ${few} of the ${need} needed` : t`At least ${have} of the ${need} needed`
}

const Fact = ({ what, children }: { what: string; children: ReactNode }) => (
  <div className="grid gap-0.5">
    <dt className="text-small text-muted">{what}</dt>
    <dd className="m-0 font-medium tabular-nums">{children}</dd>
  </div>
)
