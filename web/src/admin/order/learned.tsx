import type { FittedGroup, OrderFit } from '@kindred/contract/discovery/order'
import { Trans, useLingui } from '@lingui/react/macro'
import { useGroupName } from '../state-words.ts'
import { useShare } from './words.ts'

/** What the version in use knows of each gender group, in words. */
export const Learned = ({ fit }: { fit: OrderFit }) => (
  <div className="grid items-start gap-5 lg:grid-cols-3">
    {fit.groups.map((group) => (
      <Group key={group.genderGroup} group={group} />
    ))}
  </div>
)

const chanceOf = (logit: number) => 1 / (1 + Math.exp(-logit))

function Group({ group }: { group: FittedGroup }) {
  const { i18n } = useLingui()
  const nameOf = useGroupName()
  const share = useShare()
  const name = nameOf(group.genderGroup)
  const { gives, gets } = group
  const [givesOf, getsOf] = [gives.of, gets.of].map((of) => i18n.number(of, { maximumFractionDigits: 0 }))
  return (
    <section className="card grid gap-3" aria-label={name}>
      <h2>{name}</h2>
      <p>
        <Trans>
          They like {share(gives.likes / gives.of)} of the people they see. This prior weighs as much as {givesOf}{' '}
          swipes.
        </Trans>
      </p>
      <p>
        <Trans>
          {share(gets.likes / gets.of)} of the people who see them like them. This prior weighs as much as {getsOf}{' '}
          swipes.
        </Trans>
      </p>
      <p>
        <Trans>When nothing else is known, the chance of a like is {share(chanceOf(group.usual))}.</Trans>
      </p>
      <Weights weights={group.weights} />
    </section>
  )
}

/** A weight of 1 takes a fact at its word, 0 leaves it out, and below 0 it tells the opposite. */
function Weights({ weights }: Pick<FittedGroup, 'weights'>) {
  const { t, i18n } = useLingui()
  const share = useShare()
  const count = (weight: number) => i18n.number(weight, { maximumFractionDigits: 2 })
  const odds = share(Math.exp(weights.score) - 1)
  const facts = [
    [t`How often they like people`, count(weights.readily)],
    [t`How often the other person is liked`, count(weights.liked)],
    [t`How often they’re liked themselves`, count(weights.ownLiked)],
    [t`How often the other person likes people`, count(weights.otherReadily)],
    [t`50 more points of compatibility`, t`${odds} better odds`],
  ] as const
  return (
    <div className="grid gap-1">
      <h3>
        <Trans>Signal weights</Trans>
      </h3>
      <dl className="grid gap-1">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-3">
            <dt>{name}</dt>
            <dd className="m-0 flex-none tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-muted">
        <Trans>1 is full weight, 0 is none, and a negative value makes a like less likely.</Trans>
      </p>
    </div>
  )
}
