import type { BlindReview, WaitingLook } from '@kindred/contract/moderation/blind-reviews'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { usePage } from '../../api/settings.ts'
import { useMay } from '../../session/rights.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryProblem } from '../../ui/problem.tsx'
import { useFormats } from '../../ui/use-formats.ts'
import { CaseLayout } from '../case/case-layout.tsx'
import { CaseQueue } from '../case/case-queue.tsx'
import { ShowFilter } from '../case/show-filter.tsx'
import { LoadOlder } from '../load-older.tsx'
import { AnswerForm } from './answer-form.tsx'
import { CaseView } from './case-view.tsx'
import { CompletedReview } from './completed-review.tsx'
import { useAgreement, useAssignedReviews, useBlindReviews, useOpenCase } from './use-blind-reviews.ts'
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

type Item = { kind: 'waiting'; look: WaitingLook } | { kind: 'completed'; review: BlindReview }

const asCompleted = (review: BlindReview): Item => ({ kind: 'completed', review })

/** Open are the cases to review, and for administrators the disagreements that a reviewer escalated. */
function useCases(isOpen: boolean) {
  const settles = useMay()('approve')
  const waiting = useAssignedReviews()
  const reviews = useBlindReviews(isOpen)
  const looks = waiting.data?.pages.flatMap(({ data }) => data.waiting.map((look): Item => ({ kind: 'waiting', look })))
  const completed = reviews.data?.pages.flatMap(({ data }) => data.looks.map(asCompleted)) ?? []
  return {
    // The first case stays open, so it has to be known before any is shown.
    query: isOpen && reviews.isSuccess ? waiting : reviews,
    items: !isOpen ? completed : looks && reviews.isSuccess ? [...looks, ...(settles ? completed : [])] : [],
  }
}

/** Randomly selected decisions that a colleague reviews without knowing the outcome. */
export default function BlindReviewsScreen() {
  const { t } = useLingui()
  const { day } = useFormats()
  usePage(t`Blind reviews`)
  const [isOpen, setOpen] = useState(true)
  const { query, items } = useCases(isOpen)
  const open = useOpenCase()
  return (
    <CaseQueue
      title={t`Blind reviews`}
      head={<ShowFilter isOpen={isOpen} onChange={setOpen} />}
      intro={t`Some decisions are selected at random. A second reviewer sees the case without the outcome and says what they would have done. The decision doesn’t change.`}
      query={query}
      loading={t`Loading cases…`}
      empty={
        isOpen ? (
          <EmptyState title={t`No cases assigned to you`}>
            <Trans>You’ll see cases here after someone else has decided them.</Trans>
          </EmptyState>
        ) : (
          <EmptyState title={t`No completed reviews yet`} />
        )
      }
      older={<LoadOlder query={query}>{t`More cases`}</LoadOlder>}
      footer={<Agreement />}
      items={items}
      keyOf={(item) => (item.kind === 'waiting' ? item.look._id : item.review._id)}
      nameOf={(item) => (item.kind === 'waiting' ? item.look.name : item.review.decision.subject.name)}
      captionOf={(item) => (item.kind === 'waiting' ? day(item.look.drawnAt) : day(item.review.answer.at))}
      keysOf={(item) => (item.kind === 'waiting' ? { Enter: () => open.mutate(item.look._id) } : {})}
    >
      {(item) =>
        item.kind === 'completed' ? <CompletedReview review={item.review} /> : <Waiting look={item.look} open={open} />
      }
    </CaseQueue>
  )
}

function Waiting({ look: { _id, name, drawnAt }, open }: { look: WaitingLook; open: ReturnType<typeof useOpenCase> }) {
  const { t } = useLingui()
  const formats = useFormats()
  const when = formats.dayAndTime(drawnAt)
  const opened = open.data?.data.case._id === _id ? open.data.data.case : undefined
  return (
    <CaseLayout
      what={
        <section className="card grid gap-4" aria-label={t`Case`}>
          <div className="flex flex-wrap items-center gap-3">
            <h2 dir="auto">{name}</h2>
            <span className="text-caption text-muted">{t`Selected ${when}`}</span>
          </div>
          {opened ? (
            <CaseView opened={opened} />
          ) : (
            <Button
              className="justify-self-start"
              aria-keyshortcuts="Enter"
              busy={open.isPending && open.variables === _id}
              onClick={() => open.mutate(_id)}
            >
              {t`Open case`}
            </Button>
          )}
        </section>
      }
      decision={opened && <AnswerForm id={_id} />}
    />
  )
}
