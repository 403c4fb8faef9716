import { type Answer, ApiError, invalidField, type Question } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import { assertSpecialCategory } from '../consents/consents.ts'
import { holdAccount } from '../profile/queries.ts'
import { type CatalogueQuestion, questionsIn, wordsIn } from './catalogue.ts'
import { type AnswerRow, answersOf, deleteAnswer, saveAnswer, writeAnswerSheets } from './queries.ts'
import { configuredQuestions } from '../../operations/index.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Work } from '../../../work.ts'

const toAnswer = ({ answer, accepted, importance, shown }: AnswerRow): Answer => ({
  answer,
  accepted,
  // A check constraint of the table allows only these weights.
  importance: importance as Answer['importance'],
  shown,
})

const toQuestion = (question: CatalogueQuestion, row: AnswerRow | undefined, language: Language): Question => ({
  _id: question.id,
  theme: question.theme,
  ...wordsIn(question, language),
  mine: row && !row.skipped ? toAnswer(row) : null,
  skipped: row?.skipped ?? false,
})

/** Isn’t cached, so that a question is never offered after it was retired. */
const currentQuestions = async ({ db }: Pick<Deps, 'db'>) => questionsIn(await configuredQuestions(db))

export async function questionWith(context: Pick<Deps, 'db'>, id: string): Promise<CatalogueQuestion> {
  const question = (await currentQuestions(context)).get(id)
  if (!question) throw new ApiError('not_found', 'We couldn’t find this question.')
  return question
}

export async function answerQuestion(
  { tx, now, caller }: Work & Answering,
  accountId: string,
  question: CatalogueQuestion,
  input: Answer | { skip: true },
): Promise<Question> {
  const values = 'skip' in input ? skipped : toValues(question, input)
  const needsConsent = question.sensitive && !values.skipped
  await (needsConsent ? assertSpecialCategory : holdAccount)(tx, accountId)
  const row = await saveAnswer(tx, accountId, question.id, values, now)
  await writeAnswerSheets(tx, [accountId])
  return toQuestion(question, row, caller.language)
}

export async function withdrawAnswer({ tx }: Work, accountId: string, questionId: string): Promise<void> {
  await holdAccount(tx, accountId)
  await deleteAnswer(tx, accountId, questionId)
  await writeAnswerSheets(tx, [accountId])
}

const skipped = { answer: 0, accepted: [], importance: 0, shown: false, skipped: true }

function toValues({ answers }: CatalogueQuestion, { answer, accepted, importance, shown }: Answer) {
  const wrong = [answer, ...accepted].find((each) => each >= answers.length)
  if (wrong !== undefined) throw invalidField(wrong === answer ? 'answer' : 'accepted', 'We couldn’t find this answer.')
  return { answer, accepted: [...new Set(accepted)], importance, shown, skipped: false }
}

export async function listQuestions(context: Deps & Answering, accountId: string): Promise<Question[]> {
  const [questions, rows] = await Promise.all([currentQuestions(context), answersOf(context.db, accountId)])
  const answers = new Map(rows.map((row) => [row.question_id, row]))
  return [...questions.values()].map((question) =>
    toQuestion(question, answers.get(question.id), context.caller.language),
  )
}
