import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { FittedGroup, OrderFit } from '@kindred/contract/discovery/order'
import { usePage } from '../../api/settings.ts'
import { Note, Spinner } from '../../ui/pieces.tsx'
import { ListProblem } from '../list-problem.tsx'
import { Fairness } from './fairness.tsx'
import { Outcomes } from './outcomes.tsx'
import { rankingQuery, usePin } from './use-ranking.ts'
import { Versions } from './versions.tsx'
import { Button } from '../../ui/button.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { useFitWords, useShare } from './words.ts'
import { useGroupName } from '../state-words.ts'

const Learned = ({ fit }: { fit: OrderFit }) => (
  <div className="grid items-start gap-5 lg:grid-cols-3">
    {fit.groups.map((group) => (
      <Group key={group.genderGroup} group={group} />
    ))}
  </div>
)

const chanceOf = (logit: number) => 1 / (1 + Math.exp(-logit))

function Group({ group }: { group: FittedGroup }) {
  const { t, i18n } = useLingui()
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
      <p>{t`When nothing else is known, the chance of a like is ${share(chanceOf(group.usual))}.`}</p>
      <Weights weights={group.weights} />
    </section>
  )
}

/** A weight of 1 takes a fact at face value, 0 ignores it, and a negative one reverses it. */
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
      <h3>{t`Signal weights`}</h3>
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

function InUse({ fit, isPinned }: { fit: OrderFit; isPinned: boolean }) {
  const { t } = useLingui()
  const formats = useFormats()
  const { nameOf, basisOf } = useFitWords()
  return (
    <section className="card grid gap-3" aria-labelledby="in-use">
      <h2 id="in-use">{t`In use: ${nameOf(fit)}`}</h2>
      <p>
        {basisOf(fit)}
        {fit.version > 0 && <span className="text-muted"> {formats.dayAndTime(fit.fittedAt)}</span>}
      </p>
      {isPinned ? (
        <Note tone="warning">
          <Trans>Pinned by an administrator. It stays in use even if a later version performs better.</Trans>
        </Note>
      ) : (
        <p className="text-ink-2">
          {fit.version === 0
            ? t`No version has beaten the original settings yet. The first needs at least 1,000 likes and passes.`
            : t`The latest version to beat its predecessor on the newest 10% of likes and passes.`}
        </p>
      )}
      <p>{isPinned ? <Unpin /> : <Pin fit={fit} />}</p>
    </section>
  )
}

function Unpin() {
  const { t } = useLingui()
  const pin = usePin(t`Unpinned. The best version is used again.`)
  return <Button tone="quiet" busy={pin.isPending} onClick={() => pin.mutate(null)}>{t`Unpin`}</Button>
}

function Pin({ fit }: { fit: OrderFit }) {
  const { t } = useLingui()
  const pin = usePin(t`Pinned. Later versions are saved, but not used.`)
  return (
    <Button tone="quiet" busy={pin.isPending} onClick={() => pin.mutate(fit.version)}>{t`Pin this version`}</Button>
  )
}

export default function RankingScreen() {
  const { t } = useLingui()
  usePage(t`Ranking`)
  const query = useQuery(rankingQuery)
  const order = query.data?.data
  const used = order?.fits.find(({ inUse }) => inUse)
  return (
    <>
      <h1>{t`Ranking`}</h1>
      <p className="max-w-[48rem] text-ink-2">
        <Trans>
          Discover shows people by how likely both are to like each other, how recently they were active, and how rarely
          they’ve been shown. Every night, it learns from recent likes and passes how much each signal matters.
        </Trans>
      </p>
      <ListProblem query={query} />
      {query.isPending && <Spinner label={t`Loading ranking…`} />}
      {order && used && (
        <>
          <InUse fit={used} isPinned={order.pinned} />
          <Learned fit={used} />
          <Outcomes outcomes={order.outcomes} />
          <Fairness groups={order.fairness} />
          <Versions fits={order.fits} isPinned={order.pinned} />
        </>
      )}
    </>
  )
}
