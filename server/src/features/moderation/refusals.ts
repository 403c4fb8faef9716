import { ApiError, type ReportStatus } from '@kindred/contract'
import { lastAdministrator } from '../../infra/db/db.ts'

// Why a decision of staff changes nothing. A bulk action saves a code for each item, and people read its sentence.

const sentences = {
  own_account: 'You can’t do this to your own account.',
  not_active: 'This user isn’t active.',
  not_deactivated: 'This user is already active, or banned.',
  no_user: 'We couldn’t find this user.',
  no_report: 'We couldn’t find this report.',
  decided_since: 'Someone has changed it since.',
  last_administrator: lastAdministrator().message,
  failed: 'It failed. See the server log for the reason.',
  /** From before codes were saved. */
  unknown: 'It was skipped for another reason.',
} as const

export type RefusalCode =
  | keyof typeof sentences
  | `transition:${ReportStatus}:${ReportStatus | 'back'}`
  | `already:${ReportStatus}`

const isListed = (code: string): code is keyof typeof sentences => Object.hasOwn(sentences, code)

export function sentenceOf(code: string): string {
  const [kind, from, to] = code.replaceAll('_', ' ').split(':')
  if (kind === 'already' || (kind === 'transition' && from === to)) return `It’s already ${from}.`
  if (kind === 'transition')
    return `A report that’s ${from} can’t ${to === 'back' ? 'be changed back' : `become ${to}`}.`
  return sentences[isListed(code) ? code : 'unknown']
}

export class Refusal extends ApiError {
  readonly why: RefusalCode
  constructor(why: RefusalCode) {
    super(why === 'no_user' || why === 'no_report' ? 'not_found' : 'conflict', sentenceOf(why))
    this.why = why
  }
}

/** The code of a failed decision: `failed` if nobody foresaw it. */
export function refusalCodeOf(error: unknown): RefusalCode {
  if (error instanceof Refusal) return error.why
  return error instanceof ApiError && error.message === sentences.last_administrator ? 'last_administrator' : 'failed'
}
