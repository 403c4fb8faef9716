import { ApiError, type Answer, type Question } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { consentRequired } from '../../../http/session.ts'
import { isSpecialQuestion } from '../consents/special-category.ts'
import { saveAnswer, saveAnswerWithConsent } from './answers.sql.ts'
import { questionById, type CatalogueQuestion } from './catalogue.ts'
import { toQuestion } from './to-question.ts'

export async function answerQuestion(
  { db, clock, caller }: Pick<Deps, 'db' | 'clock'> & Answering,
  accountId: string,
  questionId: string,
  input: Answer | { skip: true },
): Promise<Question> {
  const question = questionById.get(questionId)
  if (!question) throw new ApiError('not_found', 'We couldn’t find this question.')
  const values = 'skip' in input ? skipped : toValues(question, input)
  const needsConsent = isSpecialQuestion(questionId) && !values.skipped
  const save = needsConsent ? saveAnswerWithConsent : saveAnswer
  const row = await save(db, accountId, questionId, values, clock.now())
  if (!row) throw consentRequired('acceptSpecialCategory')
  return toQuestion(question, row, caller.language)
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
