import type { QuestionBank } from '@kindred/contract'
import { accountsWithAnswersTo, eraseAnswersTo, holdAccounts, writeAnswerSheets } from './queries.ts'
import { configuredQuestions, expiredQuestions, type ExpiredQuestions } from '../../operations/index.ts'
import { forEachSeparately, pagesById } from '../../../infra/jobs.ts'
import { type Opening, SYSTEM, unitOfWork } from '../../../work.ts'

/** Few, because their members wait for each other’s erasure. */
const AT_ONCE = 100

const expiredIn = (bank: QuestionBank | undefined, now: Date): ExpiredQuestions =>
  bank ? expiredQuestions(bank, now) : { ids: [], ours: false }

/** Runs every night. Erases the answers to questions that were retired, or ours if they were turned off, 30 days ago. */
export async function eraseRetiredQuestions(context: Opening): Promise<void> {
  const expired = expiredIn(await configuredQuestions(context.db), context.clock.now())
  if (expired.ids.length === 0 && !expired.ours) return
  const pages = pagesById((after) => accountsWithAnswersTo(context.db, expired, after, AT_ONCE))
  await forEachSeparately(pages, (accounts) =>
    unitOfWork(context, SYSTEM, async ({ tx, now }) => {
      await holdAccounts(tx, accounts)
      // Read again: an administrator may have brought a question back in the meantime.
      await eraseAnswersTo(tx, accounts, expiredIn(await configuredQuestions(tx), now))
      await writeAnswerSheets(tx, accounts)
    }),
  )
}
