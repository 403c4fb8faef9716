import { type Answer, ApiError, type Question, storedMessage } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import { assertSpecialCategory } from '../consents/consents.ts'
import { isSpecialQuestion } from '../consents/special-category.ts'
import { holdAccount } from '../profile/queries.ts'
import { allQuestions, type CatalogueQuestion, questionById } from './catalogue.ts'
import { type AnswerRow, answersOf, deleteAnswer, saveAnswer, writeAnswerSheets } from './queries.ts'
import type { Answering } from '../../../http/caller.ts'
import { write } from '../../../infra/language/write.ts'
import type { Work } from '../../../work.ts'

const toAnswer = ({ answer, accepted, importance, shown }: AnswerRow): Answer => ({
  answer,
  accepted,
  // A check constraint of the table allows only these weights.
  importance: importance as Answer['importance'],
  shown,
})

const toQuestion = (
  { id, theme, text, answers }: CatalogueQuestion,
  row: AnswerRow | undefined,
  language: Language,
): Question => ({
  _id: id,
  theme,
  text: write(language, text),
  answers: answers.map((each) => write(language, storedMessage(each, {}, text))),
  mine: row && !row.skipped ? toAnswer(row) : null,
  skipped: row?.skipped ?? false,
})

export async function answerQuestion(
  { tx, now, caller }: Work & Answering,
  accountId: string,
  questionId: string,
  input: Answer | { skip: true },
): Promise<Question> {
  const question = questionById.get(questionId)
  if (!question) throw new ApiError('not_found', 'We couldn’t find this question.')
  const values = 'skip' in input ? skipped : toValues(question, input)
  const needsConsent = isSpecialQuestion(questionId) && !values.skipped
  await (needsConsent ? assertSpecialCategory : holdAccount)(tx, accountId)
  const row = await saveAnswer(tx, accountId, questionId, values, now)
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
  if (wrong !== undefined)
    throw new ApiError('invalid_request', 'We couldn’t find this answer.', {
      errors: [{ path: wrong === answer ? 'answer' : 'accepted', msg: 'We couldn’t find this answer.' }],
    })
  return { answer, accepted: [...new Set(accepted)], importance, shown, skipped: false }
}

export async function listQuestions({ db, caller }: Deps & Answering, accountId: string): Promise<Question[]> {
  const rows = await answersOf(db, accountId)
  const answers = new Map(rows.map((row) => [row.question_id, row]))
  return allQuestions.map((question) => toQuestion(question, answers.get(question.id), caller.language))
}
