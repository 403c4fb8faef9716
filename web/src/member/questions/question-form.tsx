import { importances, type Answer, type Question } from '@kindred/contract/profiles/questions'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { members } from '../../api/member-client.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch, Tick } from '../../ui/tick.tsx'
import { ErrorNote } from '../../ui/pieces.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { useAction } from '../use-action.ts'

export const questionsKey = ['listQuestions'] as const

type Entered = Pick<Answer, 'importance' | 'shown'> & { answer: number | null; accepted: number[] }

const savedOf = ({ mine }: Question): Entered => ({
  answer: mine?.answer ?? null,
  accepted: mine?.accepted ?? [],
  importance: mine?.importance ?? 10,
  shown: mine?.shown ?? true,
})

type Props = {
  question: Question
  /** True if it takes the place of another question, which was further down the page. */
  isNext: boolean
  onDone: () => void
}

export function QuestionForm({ question, isNext, onDone }: Props) {
  const { t } = useLingui()
  const action = useAction()
  const queryClient = useQueryClient()
  const saved = savedOf(question)
  const entered = useFormDraft(`question.${question._id}`, saved, { ...saved, answer: null })
  const { answer, accepted, importance, shown } = entered.value
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNext) heading.current?.focus()
  }, [isNext])
  const put = (body: Answer | { skip: true }) =>
    action.run(async () => {
      await members.answerQuestion({ params: { id: question._id }, body })
      entered.forget()
      await queryClient.invalidateQueries({ queryKey: questionsKey })
      onDone()
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (answer === null) return
    void put({
      answer,
      accepted: accepted.length > 0 ? accepted : question.answers.map((_, at) => at),
      importance,
      shown,
    })
  }
  return (
    <form className="card grid gap-6" onSubmit={submit}>
      <h2 ref={heading} dir="auto" tabIndex={-1} className="scroll-mt-20 outline-none!">
        {question.text}
      </h2>
      <Unsaved of={entered} />
      <ErrorNote>{action.text}</ErrorNote>
      <Answers
        question={question}
        answer={answer}
        accepted={accepted}
        onAnswer={(at) => entered.change({ answer: at })}
        onAccept={(at) =>
          entered.change({
            accepted: accepted.includes(at) ? accepted.filter((other) => other !== at) : [...accepted, at],
          })
        }
      />
      <Weight value={importance} onChange={(weight) => entered.change({ importance: weight })} />
      <Switch
        label={t`Show to others`}
        hint={t`No one sees private answers, and they don’t count toward any score.`}
        checked={shown}
        onChange={({ target }) => entered.change({ shown: target.checked })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={action.busy}>{t`Save`}</Button>
        <Button tone="ghost" disabled={action.busy} onClick={() => void put({ skip: true })}>{t`Skip`}</Button>
      </div>
    </form>
  )
}

type AnswersProps = {
  question: Question
  answer: number | null
  accepted: readonly number[]
  onAnswer: (at: number) => void
  onAccept: (at: number) => void
}

const Answers = ({ question, answer, accepted, onAnswer, onAccept }: AnswersProps) => {
  const { t } = useLingui()
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <fieldset className="grid gap-3">
        <legend className="mb-3 font-medium">{t`Your answer`}</legend>
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
        <legend className="mb-3 font-medium">{t`Answers you’d accept`}</legend>
        {question.answers.map((each, at) => (
          <Tick key={each} label={each} checked={accepted.includes(at)} onChange={() => onAccept(at)} />
        ))}
      </fieldset>
    </div>
  )
}

type Weighing = { value: Answer['importance']; onChange: (value: Answer['importance']) => void }

function Weight({ value, onChange }: Weighing) {
  const { t } = useLingui()
  const weights: [Answer['importance'], string][] = [
    [0, t`Not at all`],
    [1, t`A little`],
    [10, t`Somewhat`],
    [50, t`A lot`],
    [250, t`It’s essential`],
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
