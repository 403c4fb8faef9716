import { ApiError, type Answer, type Question } from '@kindred/contract'
import type { Answering } from '../../../http/caller.ts'
import type { Work } from '../../../work.ts'
import { isSpecialQuestion } from '../consents/special-category.ts'
import { assertSpecialCategory } from '../consents/withhold-details.ts'
import { holdAccount } from '../profile/profiles.sql.ts'
import { deleteAnswer, saveAnswer, writeAnswerSheets } from './answers.sql.ts'
import { questionById, type CatalogueQuestion } from './catalogue.ts'
import { toQuestion } from './to-question.ts'

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
