import type { DateAnswer } from '@kindred/contract/chat/date-answers'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { afterDates } from '../../api/dates-client.ts'
import { reload } from '../../api/queries.ts'
import { useSettings } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { usePage } from '../../ui/page.ts'
import { ErrorNote, Skeleton } from '../../ui/pieces.tsx'
import { Gate } from '../layout/gate.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { useAction } from '../use-action.ts'
import { Coming } from './coming.tsx'
import { HowWasIt } from './how-was-it.tsx'
import OwnShares from './own-shares.tsx'
import { dateQuestionsQuery, openPlansQuery, planSharesQuery } from './queries.ts'
import { useMoment } from './use-moment.ts'

/** Dates to come, how past ones were, which nobody else learns, and those that a friend still watches. */
export default function DatesScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  usePage(t`Your dates`, brand)
  const query = useQuery(dateQuestionsQuery)
  const shares = useQuery(planSharesQuery)
  const coming = useQuery(openPlansQuery)
  return (
    <MemberFrame>
      <Gate>
        <div className="grid gap-6">
          <h1>
            <Trans>Your dates</Trans>
          </h1>
          {/* What is shared and what is planned come first, so nothing below is shown before they are known. */}
          {shares.isPending || coming.isPending ? (
            <Skeleton height="10rem" label={t`Loading`} />
          ) : (
            <>
              <OwnShares />
              <Loaded query={coming}>{({ data: { plans } }) => plans.length > 0 && <Coming plans={plans} />}</Loaded>
              <Loaded query={query}>
                {({ data: { questions, answers, helpOrder } }) => (
                  <>
                    {questions.map((question) => (
                      <HowWasIt key={question.planId} question={question} helpsOrder={helpOrder} />
                    ))}
                    {answers.length > 0 && <Answers answers={answers} />}
                    {questions.length + answers.length + (coming.data?.data.plans.length ?? 0) === 0 && (
                      <EmptyState title={t`No dates yet`}>
                        <Trans>
                          Suggest a date in a chat. The day after, you can tell us how it went. Only you see your
                          answers.
                        </Trans>
                      </EmptyState>
                    )}
                  </>
                )}
              </Loaded>
            </>
          )}
        </div>
      </Gate>
    </MemberFrame>
  )
}

function Answers({ answers }: { answers: readonly DateAnswer[] }) {
  const { t } = useLingui()
  return (
    <section className="card grid gap-4" aria-label={t`Your answers`}>
      <h2>
        <Trans>Your answers</Trans>
      </h2>
      <ul className="grid gap-3">
        {answers.map((answer) => (
          <Answer key={answer._id} answer={answer} />
        ))}
      </ul>
    </section>
  )
}

function Answer({ answer: { _id, name, startsAt, met, again } }: { answer: DateAnswer }) {
  const { t } = useLingui()
  const moment = useMoment()
  const action = useAction()
  const queryClient = useQueryClient()
  const when = moment(startsAt)
  const remove = () =>
    void action.run(async () => {
      await afterDates.deleteDateAnswer({ params: { id: _id } })
      await reload(queryClient, 'listDateQuestions')
    })
  return (
    <li className="grid gap-1 border-t border-line pt-3">
      <ErrorNote>{action.text}</ErrorNote>
      <span className="flex items-center gap-3">
        <span className="min-w-0 flex-1">
          <span className="block font-medium">{name === null ? when : t`${name}, ${when}`}</span>
          <span className="block text-small text-muted">
            {!met && <Trans>You didn’t meet.</Trans>}
            {met && again === null && <Trans>You met.</Trans>}
            {met && again === true && <Trans>You met, and you’d like to meet again.</Trans>}
            {met && again === false && <Trans>You met, and you’d rather not meet again.</Trans>}
          </span>
        </span>
        <Button
          tone="ghost"
          size="sm"
          busy={action.busy}
          aria-label={t`Delete answer about ${name ?? when}`}
          onClick={remove}
        >
          <Trans>Delete</Trans>
        </Button>
      </span>
    </li>
  )
}
