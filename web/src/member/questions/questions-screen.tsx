import { importances, type Answer, type Question } from '@kindred/contract/profiles/questions'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { members } from '../../api/member-client.ts'
import { withRetry } from '../../api/retry.ts'
import { useSettings } from '../../api/settings.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch, Tick } from '../../ui/tick.tsx'
import { usePage } from '../../ui/page.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Note } from '../../ui/pieces.tsx'
import { Loaded } from '../layout/loaded.tsx'
import { MemberFrame } from '../layout/member-frame.tsx'
import { useAction } from '../use-action.ts'

const questionsKey = ['listQuestions'] as const

export default function QuestionsScreen() {
  const { brand } = useSettings()
  const { t } = useLingui()
  const query = useQuery({ queryKey: questionsKey, queryFn: () => withRetry(() => members.listQuestions()) })
  usePage(t`Questions`, brand)
  return (
    <MemberFrame>
      <div className="grid gap-6">
        <div className="grid gap-1">
          <h1>
            <Trans>Questions</Trans>
          </h1>
          <p className="text-ink-2">
            <Trans>
              Your answers and those that you accept make the score between you and others. It says what you agree on,
              and how sure it is.
            </Trans>
          </p>
        </div>
        <Loaded query={query}>{({ data }) => <One questions={data.questions} />}</Loaded>
      </div>
    </MemberFrame>
  )
}

/** One at a time; those that were answered can be changed below. */
function One({ questions }: { questions: readonly Question[] }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string>()
  const open = questions.filter(({ mine, skipped }) => !mine && !skipped)
  const answered = questions.flatMap((each) => (each.mine ? [{ ...each, mine: each.mine }] : []))
  const question = questions.find(({ _id }) => _id === chosen) ?? open[0] ?? questions.find(({ mine }) => !mine)
  const [done, all] = [answered.length, questions.length]
  return (
    <>
      <div className="grid gap-2">
        <p className="text-small text-muted">{t`${done} of ${all} answered`}</p>
        <progress className="h-1.5 w-full" max={all} value={done} aria-label={t`Answered`} />
      </div>
      {question ? (
        <QuestionForm key={question._id} question={question} onDone={() => setChosen(undefined)} />
      ) : (
        <EmptyState title={t`You have answered them all`} />
      )}
      {answered.length > 0 && (
        <section className="grid gap-3">
          <h2>
            <Trans>Your answers</Trans>
          </h2>
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
                  aria-label={t`Change the answer to: ${text}`}
                >
                  <Trans>Change</Trans>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function QuestionForm({ question, onDone }: { question: Question; onDone: () => void }) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const [answer, setAnswer] = useState<number | undefined>(question.mine?.answer)
  const [accepted, setAccepted] = useState<readonly number[]>(question.mine?.accepted ?? [])
  const [importance, setImportance] = useState<Answer['importance']>(question.mine?.importance ?? 10)
  const [shown, setShown] = useState(question.mine?.shown ?? true)
  const put = (body: Answer | { skip: true }) =>
    action.run(async () => {
      await members.answerQuestion({ params: { id: question._id }, body })
      await queryClient.invalidateQueries({ queryKey: questionsKey })
      onDone()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (answer === undefined) return
    void put({
      answer,
      accepted: accepted.length > 0 ? [...accepted] : question.answers.map((_, at) => at),
      importance,
      shown,
    })
  }
  return (
    <form className="card grid gap-6" onSubmit={submit}>
      <h2>{question.text}</h2>
      {action.text && (
        <Note tone="danger" live>
          {action.text}
        </Note>
      )}
      <Answers
        question={question}
        answer={answer}
        accepted={accepted}
        onAnswer={setAnswer}
        onAccept={(at) =>
          setAccepted((before) => (before.includes(at) ? before.filter((other) => other !== at) : [...before, at]))
        }
      />
      <Weight value={importance} onChange={setImportance} />
      <Switch
        label={t`Shown to others`}
        hint={t`Nobody sees a private answer, and it counts in no score.`}
        checked={shown}
        onChange={({ target }) => setShown(target.checked)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={action.busy}>
          <Trans>Save</Trans>
        </Button>
        <Button tone="ghost" disabled={action.busy} onClick={() => void put({ skip: true })}>
          <Trans>Skip</Trans>
        </Button>
      </div>
    </form>
  )
}

type AnswersProps = {
  question: Question
  answer: number | undefined
  accepted: readonly number[]
  onAnswer: (at: number) => void
  onAccept: (at: number) => void
}

const Answers = ({ question, answer, accepted, onAnswer, onAccept }: AnswersProps) => (
  <div className="grid gap-6 sm:grid-cols-2">
    <fieldset className="grid gap-3">
      <legend className="mb-3 font-medium">
        <Trans>Your answer</Trans>
      </legend>
      {question.answers.map((each, at) => (
        <Tick
          key={each}
          type="radio"
          name="answer"
          required
          label={each}
          checked={answer === at}
          onChange={() => onAnswer(at)}
        />
      ))}
    </fieldset>
    <fieldset className="grid gap-3">
      <legend className="mb-3 font-medium">
        <Trans>Answers that you accept</Trans>
      </legend>
      {question.answers.map((each, at) => (
        <Tick key={each} label={each} checked={accepted.includes(at)} onChange={() => onAccept(at)} />
      ))}
    </fieldset>
  </div>
)

type Weighing = { value: Answer['importance']; onChange: (value: Answer['importance']) => void }

function Weight({ value, onChange }: Weighing) {
  const { t } = useLingui()
  const weights: [Answer['importance'], string][] = [
    [0, t`It does not matter`],
    [1, t`A little`],
    [10, t`Somewhat`],
    [50, t`Very`],
    [250, t`Above all`],
  ]
  return (
    <SelectField
      label={t`How much does it matter?`}
      value={value}
      onChange={({ target }) => onChange(importances.find((each) => String(each) === target.value) ?? value)}
    >
      {weights.map(([weight, name]) => (
        <option key={weight} value={weight}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
