import { Trans, useLingui } from '@lingui/react/macro'
import { oneOf } from '../../api/params.ts'
import { usePage } from '../../api/settings.ts'
import { paths } from '../../paths.ts'
import { navigate } from '../../router/navigation.ts'
import { useSearch } from '../../router/place.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { AssignedReviews } from './assigned-reviews.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/pieces.tsx'
import { LoadOlder } from '../load-older.tsx'
import { ListProblem } from '../list-problem.tsx'
import { ReviewCard } from './review-card.tsx'
import { useAgreement, useBlindReviews } from './use-blind-reviews.ts'
import { errorText } from '../../api/error-text.ts'
import { QueryProblem } from '../../ui/problem.tsx'
import { useAnswerNames } from './words.ts'

type Share = { name: string; answered: number; agreed: number }

/** The share of cases in the last 12 months in which both reviewers reached the same result. */
function Agreement() {
  const { t } = useLingui()
  const names = useAnswerNames()
  const query = useAgreement()
  if (query.isError) return <QueryProblem query={query} text={errorText(query.error)} />
  if (!query.data) return null
  const { byKind, byRule, ...all } = query.data
  return (
    <section className="card grid gap-4" aria-labelledby="agreement">
      <h2 id="agreement">{t`Agreement in the last 12 months`}</h2>
      {all.answered === 0 ? (
        <p className="text-muted">{t`No reviews completed yet.`}</p>
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-3">
          <Shares title={t`Overall`} shares={[{ name: t`Same action and rule`, ...all }]} />
          <Shares title={t`Same action`} shares={byKind.map(({ kind, ...each }) => ({ name: names[kind], ...each }))} />
          <Shares
            title={t`Same rule`}
            shares={byRule.map(({ rule, title, ...each }) => ({ name: `${rule}. ${title}`, ...each }))}
          />
        </div>
      )}
    </section>
  )
}

function Shares({ title, shares }: { title: string; shares: readonly Share[] }) {
  const { t, i18n } = useLingui()
  return (
    <div className="grid gap-1">
      <h3>{title}</h3>
      <dl className="grid gap-1">
        {shares.map(({ name, answered, agreed }) => {
          const percent = i18n.number(agreed / answered, { style: 'percent' })
          return (
            <div key={name} className="flex justify-between gap-3">
              <dt dir="auto">{name}</dt>
              <dd className="tabular-nums">{t`${percent} (${agreed} of ${answered})`}</dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

function CompletedReviews({ isRaised }: { isRaised: boolean }) {
  const { t } = useLingui()
  const query = useBlindReviews(isRaised)
  const reviews = query.data?.pages.flatMap(({ data }) => data.looks) ?? []
  return (
    <div className="grid gap-5">
      <ListProblem query={query} />
      {query.isPending && <Spinner label={t`Loading cases…`} />}
      {query.isSuccess && reviews.length === 0 && (
        <EmptyState title={isRaised ? t`No open disagreements` : t`No completed reviews yet`} />
      )}
      {reviews.map((review) => (
        <ReviewCard key={review._id} review={review} />
      ))}
      <LoadOlder query={query}>{t`Older cases`}</LoadOlder>
    </div>
  )
}

const FIRST = 'waiting'
const views = [FIRST, 'answered', 'raised'] as const

/** Randomly selected decisions that a colleague reviews without knowing the outcome. */
export default function BlindReviewsScreen() {
  const { t } = useLingui()
  usePage(t`Blind reviews`)
  const view = oneOf(views, useSearch<'/second-looks'>().view) ?? FIRST
  return (
    <>
      <h1>{t`Blind reviews`}</h1>
      <p className="text-ink-2">
        <Trans>
          Some decisions are selected at random. A second reviewer sees the case without the outcome and says what they
          would have done. The decision doesn’t change.
        </Trans>
      </p>
      <Tabs
        label={t`Blind reviews`}
        open={view}
        onOpen={(id) =>
          void navigate({ to: paths.blindReviews, search: id === FIRST ? {} : { view: id }, replace: true })
        }
        tabs={[
          { id: FIRST, label: t`Assigned to you`, content: <AssignedReviews /> },
          {
            id: 'answered',
            label: t({ message: 'Completed', context: 'cases' }),
            content: <CompletedReviews isRaised={false} />,
          },
          { id: 'raised', label: t`Disagreements`, content: <CompletedReviews isRaised /> },
        ]}
      />
      <Agreement />
    </>
  )
}
