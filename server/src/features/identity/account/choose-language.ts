import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import type { Account } from '../../../http/session.ts'
import { asAccount, unitOfWork } from '../../../work.ts'
import { saveLanguage } from './accounts.sql.ts'

/** Saves the language that someone reads, for all their devices and for what is written to them. */
export const chooseLanguage = (
  context: Pick<Deps, 'db' | 'clock' | 'log'>,
  account: Account,
  language: Language,
): Promise<void> => unitOfWork(context, asAccount(account), ({ tx }) => saveLanguage(tx, account.id, language))
