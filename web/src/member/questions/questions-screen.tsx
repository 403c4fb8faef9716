import type { Question } from '@kindred/contract/profiles/questions'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readQuery } from '../../api/queries.ts'
import { members } from '../../api/member-client.ts'
import { deckQuery } from '../../api/member-queries.ts'
import { paths } from '../../paths.ts'
import { usePage } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { scoreIn } from '../people/score-in.ts'
import { questionsKey, QuestionForm } from './question-form.tsx'

export default function QuestionsScreen() {
  const { t } = useLingui()
  const query = useQuery(readQuery(questionsKey, members.listQuestions))
  usePage(t`Questions`)
  return (
    <MemberFrame back={paths.profile}>
      <div className="grid gap-6">
        <div className="grid gap-1">
          <h1>{t`Questions`}</h1>
          <p className="text-ink-2">
            <Trans>
              Your answers, and the ones you’d accept, make up your compatibility with others. Each score shows what you
              agree on and how certain it is.
            </Trans>
          </p>
        </div>
        <Loaded query={query}>{({ data }) => <One questions={data.questions} />}</Loaded>
      </div>
    </MemberFrame>
  )
}

function One({ questions }: { questions: readonly Question[] }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string>()
  const [first] = useState(() => questions.find(({ mine, skipped }) => !mine && !skipped)?._id)
  const open = questions.filter(({ mine, skipped }) => !mine && !skipped)
  const answered = questions.flatMap((each) => (each.mine ? [{ ...each, mine: each.mine }] : []))
  const question = questions.find(({ _id }) => _id === chosen) ?? open[0] ?? questions.find(({ mine }) => !mine)
  const [done, all] = [answered.length, questions.length]
  const scored = useScored()
  if (all === 0) return <EmptyState title={t`There are no questions yet`} />
  return (
    <>
      <div className="grid gap-2">
        <p className="text-small text-muted">{t`${done} of ${all} answered`}</p>
        <progress className="h-1.5 w-full" max={all} value={done} aria-label={t`Answered`} />
        <p className="min-h-5 text-small font-medium text-positive" role="status">
          {scored.more > 0 && (
            <Plural
              value={scored.more}
              one="# more person in your deck has a score."
              other="# more people in your deck have a score."
            />
          )}
        </p>
      </div>
      {question ? (
        <QuestionForm
          key={question._id}
          question={question}
          isNext={question._id !== first || chosen !== undefined}
          onDone={() => {
            setChosen(undefined)
            void scored.count()
          }}
        />
      ) : (
        <EmptyState title={t`You’ve answered them all`} />
      )}
      {answered.length > 0 && (
        <details open={answered.length <= FEW || undefined}>
          <summary className="min-h-(--control) cursor-pointer py-2">
            <h2 className="inline">{t`Your answers`}</h2>
          </summary>
          <ul className="grid gap-2">
            {answered.map(({ _id, text, answers, mine }) => (
              <li key={_id} className="card flex flex-wrap items-center justify-between gap-2 py-3!">
                <span className="min-w-0">
                  <span className="text-small text-muted block">{text}</span>
                  {answers[mine.answer]} {!mine.shown && <span className="text-muted text-small">({t`private`})</span>}
                </span>
                <Button
                  tone="quiet"
                  size="sm"
                  onClick={() => setChosen(_id)}
                  aria-label={t`Change your answer to: ${text}`}
                >
                  {t`Change`}
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** More answers would push the question off the screen. */
const FEW = 3

/** How many more people at the top of the deck have a score after an answer. */
function useScored() {
  const queryClient = useQueryClient()
  const { data, isSuccess } = useInfiniteQuery(deckQuery)
  const [more, setMore] = useState(0)
  const scoredIn = (pages: typeof data) =>
    (pages?.pages ?? [])
      .flatMap((page) => page.data.people)
      .filter(({ compatibilityScore, interval }) => scoreIn(compatibilityScore, interval) !== null)
      .map(({ user }) => user._id)
  const count = async () => {
    const before = new Set(scoredIn(data))
    await queryClient.invalidateQueries({ queryKey: deckQuery.queryKey, exact: true })
    const after = scoredIn(queryClient.getQueryData(deckQuery.queryKey))
    setMore(isSuccess ? after.filter((id) => !before.has(id)).length : 0)
  }
  return { more, count }
}
