import { ApiError, type ReportStatus, message, type MessageDescriptor } from '@kindred/contract'

// The reasons why an action is refused. A bulk action saves a code for each item, and staff see its sentence.

const sentences = {
  involved: message('Someone else on the team has to handle this person’s account.'),
  own_account: message('You can’t do this to your own account.'),
  not_active: message('This user isn’t active.'),
  not_deactivated: message('This user is already active, or banned.'),
  no_user: message('We couldn’t find this user.'),
  no_report: message('We couldn’t find this report.'),
  held: message('A legal hold keeps this report. Lift the hold first.'),
  decided_since: message('It has changed since you opened it.'),
  needs_approval: message('Another administrator has to approve this.'),
  last_administrator: message('You can’t remove the last administrator.'),
  failed: message('It failed. See the server log for the reason.'),
  /** The reason must not be shown: a relation with the person who started the bulk action. */
  unknown: message('It was skipped for another reason.'),
} as const

export type RefusalCode =
  | keyof typeof sentences
  | `transition:${ReportStatus}:${ReportStatus | 'back'}`
  | `already:${ReportStatus}`

const isListed = (code: string): code is keyof typeof sentences => Object.hasOwn(sentences, code)

export function sentenceOf(code: string): MessageDescriptor {
  const [kind, from = '', to = ''] = code.split(':')
  if (kind === 'already' || (kind === 'transition' && from === to))
    return message(
      'It’s already {status, select, pending {pending} in_progress {in progress} resolved {resolved} closed {closed} ' +
        'other {rejected}}.',
      { status: from },
    )
  if (kind !== 'transition') return sentences[isListed(code) ? code : 'unknown']
  return to === 'back'
    ? message(
        'A report that’s {from, select, pending {pending} in_progress {in progress} resolved {resolved} ' +
          'closed {closed} other {rejected}} can’t be changed back.',
        { from },
      )
    : message(
        'A report that’s {from, select, pending {pending} in_progress {in progress} resolved {resolved} ' +
          'closed {closed} other {rejected}} can’t become {to, select, pending {pending} in_progress {in progress} ' +
          'resolved {resolved} closed {closed} other {rejected}}.',
        { from, to },
      )
}

export class Refusal extends ApiError {
  readonly why: RefusalCode
  constructor(why: RefusalCode) {
    super(why === 'no_user' || why === 'no_report' ? 'not_found' : 'conflict', sentenceOf(why))
    this.why = why
  }
}

export function refusalCodeOf(error: unknown): RefusalCode {
  if (error instanceof Refusal) return error.why === 'involved' ? 'unknown' : error.why
  return error instanceof ApiError && error.message === sentences.last_administrator.text
    ? 'last_administrator'
    : 'failed'
}
