import type { AuditEntry } from '@kindred/contract/operations/audit'
import { useLingui } from '@lingui/react/macro'
import { useDecisionStates } from '../../words/use-decision-states.ts'
import { shortId } from '../reports/short-id.ts'
import { useReportWords } from '../reports/words.ts'
import { labelOf } from './changes.ts'

/** An action: as a choice of the filter, and as what somebody did. */
type Words = Record<string, [name: string, sentence: string]>
type People = { actor: string; subject: string }

/** What members and staff do to accounts. */
function useAccountWords({ actor, subject }: People): Words {
  const { t } = useLingui()
  return {
    'account.activated': [t`Activated a user`, t`${actor} activated ${subject}`],
    'account.deactivated': [t`Deactivated a user`, t`${actor} deactivated ${subject}`],
    'account.edited': [t`Edited a user`, t`${actor} edited ${subject}`],
    'account.opened': [t`Opened a user’s page`, t`${actor} opened ${subject}’s page`],
    'account.revealed': [t`Showed hidden details`, t`${actor} looked at ${subject}’s hidden details`],
    'account.signed-out': [t`Signed a user out`, t`${actor} signed ${subject} out everywhere`],
    'account.deletion-asked': [t`Asked to delete their account`, t`${actor} asked to delete their account`],
    'account.deletion-cancelled': [t`Kept their account`, t`${actor} canceled the deletion of their account`],
    'account.erased': [t`Erased an account`, t`${actor} erased ${subject}’s account`],
    'administrator.made': [t`Made an administrator`, t`${actor} made ${subject} an administrator`],
    'staff-role.changed': [t`Changed a role`, t`${actor} changed the role of ${subject}`],
    'administrator.unmade': [t`Removed an administrator`, t`${actor} removed ${subject} as an administrator`],
    'sessions.ended': [t`Ended sessions`, t`${actor} signed ${subject} out everywhere`],
    'picture.shown': [t`Approved a photo`, t`${actor} approved ${subject}’s photo`],
    'picture.refused': [t`Rejected a photo`, t`${actor} rejected ${subject}’s photo`],
    'same-picture.found': [t`Found the same photo`, t`${subject} uses a photo that was found elsewhere`],
    'same-picture.same_person': [t`Same photo: same person`, t`${actor} decided that ${subject} has two accounts`],
    'same-picture.fake': [t`Same photo: fake`, t`${actor} decided that a photo of ${subject} is fake`],
    'same-picture.dismissed': [
      t`Same photo: dismissed`,
      t`${actor} dismissed a photo that ${subject} shares with others`,
    ],
    'photo-check.accepted': [t`Accepted a photo check`, t`${actor} accepted ${subject}’s photo check`],
    'photo-check.refused': [t`Rejected a photo check`, t`${actor} rejected ${subject}’s photo check`],
  }
}

/** What staff decide about people. */
function useDecisionWords({ actor, subject }: People): Words {
  const { t } = useLingui()
  return {
    'decision.warn': [t`Warned a user`, t`${actor} warned ${subject}`],
    'decision.hide': [t`Removed content`, t`${actor} removed content from ${subject}’s profile`],
    'decision.limit': [t`Limited a user`, t`${actor} limited ${subject}`],
    'decision.suspend': [t`Suspended a user`, t`${actor} suspended ${subject}`],
    'decision.ban': [t`Banned a user`, t`${actor} banned ${subject}`],
    'decision.requested': [t`Asked to ban a user`, t`${actor} asked to ban ${subject}`],
    'decision.declined': [t`Did not ban a user`, t`The ban of ${subject} was not approved`],
    'decision.undone': [t`Undid a decision`, t`${actor} undid a decision about ${subject}`],
    'decision.expired': [t`A decision ended`, t`A decision about ${subject} ended on time`],
    'decision.lifted': [t`Ended a decision early`, t`${actor} ended a decision about ${subject} early`],
    'account-link.found': [t`Linked accounts`, t`${subject} resembles a banned account`],
    'account-link.same_person': [
      t`Linked accounts: same person`,
      t`${actor} decided that ${subject} was banned before`,
    ],
    'account-link.dismissed': [
      t`Linked accounts: dismissed`,
      t`${actor} dismissed a link of ${subject} to a banned account`,
    ],
    'second-look.drawn': [t`Drew a second look`, t`A decision about ${subject} was drawn for a second look`],
    'second-look.opened': [t`Opened a second look`, t`${actor} opened the case of ${subject} for a second look`],
    'second-look.answered': [t`Answered a second look`, t`${actor} judged the case of ${subject} again`],
    'second-look.raised': [
      t`Raised a disagreement`,
      t`${actor} took a disagreement about ${subject} to an administrator`,
    ],
    'second-look.closed': [t`Closed a disagreement`, t`${actor} closed a disagreement about ${subject}`],
    'fraud-warning.sent': [t`Sent fraud warnings`, t`The warnings about ${subject} were sent`],
    'fraud-warning.held': [t`Held fraud warnings`, t`${actor} held the warnings about ${subject}`],
    'fraud-warning.released': [t`Released fraud warnings`, t`${actor} released the warnings about ${subject}`],
    'decision.overturned': [t`Overturned a decision`, t`${actor} overturned a decision about ${subject}`],
  }
}

/** What people do to their own way of signing in. */
function useSignInWords({ actor, subject }: People): Words {
  const { t } = useLingui()
  return {
    'password.changed': [t`Changed their password`, t`${actor} changed their password`],
    'password.reset': [t`Reset their password`, t`${actor} reset their password by email`],
    'password.set': [t`Set a password`, t`${actor} set a new password for ${subject}`],
    'email.changed': [t`Changed their email`, t`${actor} changed their email`],
    'email.undone': [t`Undid an email change`, t`${actor} went back to their previous email`],
    'email.verified': [t`Verified an email`, t`${actor} marked ${subject}’s email as verified`],
    'identity.linked': [t`Linked a sign-in`, t`${actor} linked another way to sign in`],
    'identity.unlinked': [t`Unlinked a sign-in`, t`${actor} removed a way to sign in`],
    'passkey.added': [t`Added a passkey`, t`${actor} added a passkey`],
    'passkey.removed': [t`Removed a passkey`, t`${actor} removed a passkey`],
    'second-factor.enabled': [t`Turned on two-step verification`, t`${actor} turned on two-step verification`],
    'second-factor.removed': [t`Turned off two-step verification`, t`${actor} turned off two-step verification`],
  }
}

/** What staff do to reports, payments and the product. */
function useOfficeWords({ actor, subject }: People): Words {
  const { t } = useLingui()
  return {
    'report.status': [t`Changed a report’s status`, t`${actor} changed the status of report ${subject}`],
    'report.priority': [t`Changed a report’s priority`, t`${actor} changed the priority of report ${subject}`],
    'report.deleted': [t`Deleted a report`, t`${actor} deleted report ${subject}`],
    'evidence.opened': [t`Opened evidence`, t`${actor} opened a report’s evidence about ${subject}`],
    'evidence.messages-opened': [t`Read messages`, t`${actor} read messages of ${subject}`],
    'evidence.picture-opened': [t`Opened a photo in evidence`, t`${actor} opened a photo of ${subject} in evidence`],
    'evidence.voice-opened': [
      t`Played a voice note in evidence`,
      t`${actor} played a voice note of ${subject} in evidence`,
    ],
    'evidence.frozen': [t`Froze evidence`, t`${actor} sent a report, and its evidence was frozen`],
    'appeal.made': [t`Made an appeal`, t`${actor} made an appeal`],
    'appeal.upheld': [t`Upheld after an appeal`, t`${actor} upheld a decision that ${subject} appealed`],
    'appeal.overturned': [t`Overturned after an appeal`, t`${actor} overturned a decision that ${subject} appealed`],
    'transparency.exported': [t`Exported transparency data`, t`${actor} exported transparency data`],
    'hold.set': [t`Set a legal hold`, t`${actor} set a legal hold on ${subject}`],
    'hold.lifted': [t`Lifted a legal hold`, t`${actor} lifted the legal hold on ${subject}`],
    'subscription.returned': [t`Returned Premium`, t`${subject} got back missed days of Premium`],
    'subscription.given': [t`Gave Premium`, t`${actor} gave ${subject} Premium`],
    'subscription.extended': [t`Extended Premium`, t`${actor} extended ${subject}’s Premium`],
    'invoice.refunded': [t`Refunded a payment`, t`${actor} refunded ${subject}`],
    'payments.reconciled': [t`Reconciled payments`, t`${actor} compared payments with the payment provider`],
    'users.exported': [t`Exported users`, t`${actor} exported the list of users`],
    'audit.exported': [t`Exported the audit log`, t`${actor} exported the audit log`],
    'order.changed': [t`Changed the order of decks`, t`${actor} changed the order of decks`],
    'configuration.changed': [t`Changed the configuration`, t`${actor} changed the configuration`],
    'monitoring.changed': [t`Changed a monitoring rule`, t`${actor} changed a monitoring rule`],
    'monitoring.tried': [t`Tried a monitoring rule`, t`${actor} tried a monitoring rule on the last 30 days`],
    'monitoring.matched': [t`Matched a monitoring rule`, t`A monitoring rule matched ${subject}`],
    'listed-pictures.added': [t`Listed photos`, t`${actor} added photos to the list of fakes`],
    'listed-pictures.removed': [t`Removed a listed photo`, t`${actor} removed a photo from the list of fakes`],
    'job.retried': [t`Retried a job`, t`${actor} retried a failed job`],
  }
}

/** Bulk actions, and requests that another administrator approves. */
function useTeamWords({ actor }: People): Words {
  const { t } = useLingui()
  return {
    'batch.activate': [t`Bulk: activate users`, t`${actor} activated several users at once`],
    'batch.deactivate': [t`Bulk: deactivate users`, t`${actor} deactivated several users at once`],
    'batch.in_progress': [t`Bulk: assign reports`, t`${actor} took several reports at once`],
    'batch.resolved': [t`Bulk: resolve reports`, t`${actor} resolved several reports at once`],
    'batch.closed': [t`Bulk: close reports`, t`${actor} closed several reports at once`],
    'batch.rejected': [t`Bulk: reject reports`, t`${actor} rejected several reports at once`],
    'batch.back': [t`Bulk: unassign reports`, t`${actor} unassigned several reports at once`],
    'batch.undone': [t`Undid a bulk action`, t`${actor} undid a bulk action`],
    'batch.stopped': [t`Stopped a bulk action`, t`${actor} stopped a bulk action`],
    'approval.requested': [t`Asked for approval`, t`${actor} asked for another administrator’s approval`],
    'approval.approved': [t`Approved a request`, t`${actor} approved a request`],
    'approval.declined': [t`Declined a request`, t`${actor} declined a request`],
    'approval.withdrawn': [t`Withdrew a request`, t`${actor} withdrew a request`],
    'approval.automatic': [t`A request took effect`, t`A request took effect because nobody else could approve it`],
    'approval.expired': [t`A request expired`, t`A request expired before anyone approved it`],
    'approval.failed': [t`A request failed`, t`A request could no longer be carried out`],
  }
}

const isAboutReport = (action: string) => action.startsWith('report.')

function usePeople(entry: Pick<AuditEntry, 'actor' | 'action' | 'subject'> | undefined): People {
  const { t } = useLingui()
  if (!entry) return { actor: '', subject: '' }
  const kinds: Record<string, string> = { system: t`The system`, operator: t`An operator` }
  const { name, kind } = entry.actor
  return {
    // Without a name, the server answers with the kind of actor.
    actor: name === kind ? (kinds[kind] ?? t`A deleted user`) : name,
    subject:
      entry.subject && isAboutReport(entry.action)
        ? shortId(entry.subject._id)
        : (entry.subject?.name ?? t`a deleted user`),
  }
}

function useWords(people: People): Words {
  return {
    ...useAccountWords(people),
    ...useSignInWords(people),
    ...useDecisionWords(people),
    ...useOfficeWords(people),
    ...useTeamWords(people),
  }
}

/** What an action is called. One that has no words yet is at least readable. */
export function useActionNames(): (action: string) => string {
  const words = useWords(usePeople(undefined))
  return (action) => words[action]?.[0] ?? labelOf(action.replaceAll('.', ' '))
}

/** An entry as a sentence. */
export function useSentence(entry: AuditEntry): string {
  const people = usePeople(entry)
  const words = useWords(people)
  return words[entry.action]?.[1] ?? `${people.actor}: ${labelOf(entry.action.replaceAll('.', ' '))}`
}

/** The words for values that reports and decisions have: their statuses, states and priorities. */
export function useValueWords(): (action: string, value: string) => string {
  const { statuses, priorities } = useReportWords()
  const ofReports: Record<string, string> = { ...statuses, ...priorities }
  const ofDecisions: Record<string, string> = useDecisionStates()
  return (action, value) => {
    const words = isAboutReport(action) ? ofReports : action.startsWith('decision.') ? ofDecisions : {}
    return words[value] ?? value
  }
}
