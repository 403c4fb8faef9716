import {
  askedAs,
  type Configuration,
  hasSameAnswers,
  invalidField,
  message,
  type MessageDescriptor,
  MOST_QUESTION_ENTRIES,
  type QuestionBank,
} from '@kindred/contract'
import { isDue, isLive, withRetired } from './retired-fields.ts'

// Questions are retired like profile fields: one by one, or all of ours. Their answers come back with them for 30 days,
// when a job erases them (profiles/questions/jobs.ts).

const refused = (path: string, msg: MessageDescriptor) => invalidField(`configuration.questions.own${path}`, msg)

/** The time of ours is the first at which they were off. */
const oursOf = ({ ours }: QuestionBank, before: QuestionBank | undefined, now: Date) =>
  ours === false ? { ours, oursRetiredAt: before?.oursRetiredAt ?? now.toISOString() } : {}

/** The questions of a new version. */
export function keepRetiredQuestions(before: Configuration, wanted: Configuration, now: Date): Configuration {
  const { questions, ...others } = wanted
  const bank = questions ?? { own: [] }
  const earlier = new Map((before.questions?.own ?? []).map((question) => [question.id, question]))
  for (const [at, question] of bank.own.entries()) {
    const former = earlier.get(question.id)
    if (former && !hasSameAnswers(former, question))
      throw refused(
        `.${at}.answers`,
        message('The answers of a question can’t change. Retire it and add it again under another ID.'),
      )
  }
  const own = withRetired([...earlier.values()], bank.own, now)
  if (own.length > MOST_QUESTION_ENTRIES)
    throw refused(
      '',
      message('Too many questions were retired lately. Bring some back, or wait until their answers are erased.'),
    )
  const ours = oursOf(bank, before.questions, now)
  return own.length === 0 && bank.ours !== false ? others : { ...others, questions: { ...ours, own } }
}

/** The questions in use, as for another installation. */
export const liveQuestions = ({ ours, own }: QuestionBank): QuestionBank => ({
  ...(ours === false ? { ours } : {}),
  own: own.filter(isLive),
})

/** The questions of another installation. One gets another ID if a question here has the same with other answers. */
export function withFreeIds(bank: QuestionBank, here: QuestionBank | undefined): QuestionBank {
  const earlier = new Map((here?.own ?? []).map((question) => [question.id, question]))
  const taken = new Set([...earlier.keys(), ...bank.own.map(({ id }) => id)])
  const own = bank.own.map((question) => {
    const former = earlier.get(question.id)
    if (!former || hasSameAnswers(former, question)) return question
    let id = question.id
    for (let nth = 2; taken.has(id); nth++) id = `${question.id.slice(0, 36)}-${nth}`
    taken.add(id)
    return { ...question, id }
  })
  return { ...bank, own }
}

/** Questions whose answers are due to be erased. */
export type ExpiredQuestions = { ids: string[]; ours: boolean }

export const expiredQuestions = ({ own, oursRetiredAt }: QuestionBank, now: Date): ExpiredQuestions => ({
  ids: own.flatMap(({ id, retiredAt }) => (isDue(retiredAt, now) ? [askedAs(id)] : [])),
  ours: isDue(oursRetiredAt, now),
})
