import type { AuditEntry } from '@kindred/contract/operations/audit'
import { useLingui } from '@lingui/react/macro'
import { shortId } from '../reports/short-id.ts'
import { labelOf } from './changes.ts'

type Words = Record<string, string>
type People = { actor: string; subject: string }

function useAccountSentences({ actor, subject }: People): Words {
  const { t } = useLingui()
  return {
    'account.activated': t`${actor} activated ${subject}`,
    'account.deactivated': t`${actor} deactivated ${subject}`,
    'account.edited': t`${actor} edited ${subject}`,
    'account.label-added': t`${actor} labeled ${subject}`,
    'account.label-removed': t`${actor} removed a label from ${subject}`,
    'account.viewed': t`${actor} looked at ${subject}’s account`,
    'account.opened': t`${actor} opened ${subject}’s page`,
    'account.voice-opened': t`${actor} played ${subject}’s voice answer`,
    'account.revealed': t`${actor} looked at ${subject}’s hidden details`,
    'account.signed-out': t`${actor} signed ${subject} out everywhere`,
    'account.deletion-asked': t`${actor} asked to delete their account`,
    'account.deletion-cancelled': t`${actor} canceled the deletion of their account`,
    'address-change.requested': t`${actor} asked to change ${subject}’s email`,
    'address-change.canceled': t`${actor} canceled ${subject}’s email change`,
    'address-change.objected': t`${subject} kept their email`,
    'address-change.applied': t`The new email of ${subject} took effect`,
    'account.erased': t`${actor} erased ${subject}’s account`,
    'administrator.made': t`${actor} made ${subject} an administrator`,
    'staff-role.changed': t`${actor} changed ${subject}’s role`,
    'administrator.unmade': t`${actor} removed ${subject} as an administrator`,
    'sessions.ended': t`${actor} signed ${subject} out everywhere`,
    'picture.shown': t`${actor} approved ${subject}’s photo`,
    'picture.refused': t`${actor} rejected ${subject}’s photo`,
    'picture.undone': t`${actor} undid a decision about ${subject}’s photo`,
    'voice.shown': t`${actor} approved ${subject}’s voice answer`,
    'voice.refused': t`${actor} rejected ${subject}’s voice answer`,
    'voice.undone': t`${actor} undid a decision about ${subject}’s voice answer`,
    'same-picture.reported': t`${subject} sent or tried to send a photo on the watchlist`,
    'same-picture.found': t`${subject} uses a photo that was found elsewhere`,
    'same-picture.same_person': t`${actor} found that ${subject} has two accounts`,
    'same-picture.fake': t`${actor} marked ${subject}’s photo as fake`,
    'same-picture.reopened': t`${actor} reopened the case of a photo that ${subject} shares with others`,
    'same-picture.dismissed': t`${actor} dismissed a photo that ${subject} shares with others`,
    'photo-check.accepted': t`${actor} accepted ${subject}’s photo check`,
    'photo-check.refused': t`${actor} rejected ${subject}’s photo check`,
    'photo-check.undone': t`${actor} undid a decision about ${subject}’s photo check`,
    'invitation.made': t`${actor} created an invitation`,
    'invitation.ended': t`${actor} ended an invitation`,
    'invitation.branch-ended': t`${actor} ended the invitations of ${subject} and of everyone they brought`,
    'invitation.branch-allowed': t`${actor} allowed ${subject} and everyone they brought to invite again`,
    'age.asked': t`${actor} asked ${subject} for a proof of age`,
    'age.not-asked': t`${actor} stopped asking ${subject} for a proof of age`,
    'age.taken-back': t`${actor} revoked ${subject}’s proof of age`,
    'age.photo-opened': t`${actor} opened ${subject}’s photo for a proof of age`,
    'age.accepted': t`${actor} accepted ${subject}’s proof of age`,
    'age.declined': t`${actor} declined ${subject}’s proof of age`,
    'admission.accepted': t`${actor} accepted ${subject}’s application`,
    'admission.asked': t`${actor} asked ${subject} a question about their application`,
    'admission.waiting': t`${actor} put ${subject} on the waiting list`,
    'admission.declined': t`${actor} declined ${subject}’s application`,
    'region.opened': t`${actor} let in everyone who waits in a region`,
    'region.closed': t`${actor} resumed a region’s waiting list`,
  }
}

function useDecisionSentences({ actor, subject }: People): Words {
  const { t } = useLingui()
  return {
    'decision.warn': t`${actor} warned ${subject}`,
    'decision.hide': t`${actor} removed content from ${subject}’s profile`,
    'decision.limit': t`${actor} restricted ${subject}`,
    'decision.suspend': t`${actor} suspended ${subject}`,
    'decision.ban': t`${actor} banned ${subject}`,
    'decision.requested': t`${actor} asked to take action on ${subject}`,
    'decisions.many': t`${actor} took action on many people within an hour`,
    'decision.declined': t`The ban of ${subject} was not approved`,
    'decision.undone': t`${actor} undid a decision about ${subject}`,
    'decision.expired': t`A decision about ${subject} expired`,
    'decision.lifted': t`${actor} ended a decision about ${subject} early`,
    'account-link.found': t`${subject} resembles a banned account`,
    'account-link.same_person': t`${actor} found that ${subject} was banned before`,
    'account-link.reopened': t`${actor} reopened the case of ${subject}’s link to a banned account`,
    'account-link.dismissed': t`${actor} dismissed ${subject}’s link to a banned account`,
    'second-look.drawn': t`A decision about ${subject} was selected for blind review`,
    'second-look.opened': t`${actor} opened ${subject}’s case for blind review`,
    'second-look.answered': t`${actor} completed a blind review of ${subject}’s case`,
    'second-look.raised': t`${actor} escalated a disagreement about ${subject}`,
    'second-look.closed': t`${actor} closed a disagreement about ${subject}`,
    'fraud-warning.previewed': t`${actor} previewed the warnings about ${subject}`,
    'fraud-warning.sent': t`The warnings about ${subject} were sent`,
    'fraud-warning.held': t`${actor} held the warnings about ${subject}`,
    'fraud-warning.released': t`${actor} released the warnings about ${subject}`,
    'decision.overturned': t`${actor} overturned a decision about ${subject}`,
  }
}

function useSignInSentences({ actor, subject }: People): Words {
  const { t } = useLingui()
  return {
    'password.changed': t`${actor} changed their password`,
    'password.reset': t`${actor} reset their password by email`,
    'password.set': t`${actor} set a new password for ${subject}`,
    'email.changed': t`${actor} changed their email`,
    'email.undone': t`${actor} restored their previous email`,
    'email.verified': t`${actor} marked ${subject}’s email as verified`,
    'identity.linked': t`${actor} linked another way to sign in`,
    'identity.unlinked': t`${actor} removed a way to sign in`,
    'passkey.added': t`${actor} added a passkey`,
    'passkey.removed': t`${actor} removed a passkey`,
    'recovery.opened': t`${actor} reported a change they didn’t make and started to take their account back`,
    'recovery.finished': t`${actor} took their account back`,
    'second-factor.enabled': t`${actor} turned on two-step verification`,
    'second-factor.removed': t`${actor} turned off two-step verification`,
  }
}

function useOfficeSentences({ actor, subject }: People): Words {
  const { t } = useLingui()
  return {
    'report.status': t`${actor} changed the status of report ${subject}`,
    'report.priority': t`${actor} changed the priority of report ${subject}`,
    'report.deleted': t`${actor} deleted report ${subject}`,
    'report.label-added': t`${actor} labeled report ${subject}`,
    'report.label-removed': t`${actor} removed a label from report ${subject}`,
    'label.edited': t`${actor} renamed a label`,
    'label.deleted': t`${actor} deleted a label`,
    'evidence.opened': t`${actor} opened a report’s evidence about ${subject}`,
    'evidence.messages-opened': t`${actor} read ${subject}’s messages`,
    'evidence.picture-opened': t`${actor} opened ${subject}’s photo in evidence`,
    'evidence.voice-opened': t`${actor} played ${subject}’s voice note in evidence`,
    'evidence.frozen': t`${actor} filed a report; the evidence was preserved`,
    'appeal.made': t`${actor} made an appeal`,
    'appeal.upheld': t`${actor} upheld a decision that ${subject} appealed`,
    'appeal.overturned': t`${actor} overturned a decision that ${subject} appealed`,
    'transparency.exported': t`${actor} exported transparency data`,
    'hold.set': t`${actor} set a legal hold on ${subject}`,
    'hold.lifted': t`${actor} lifted the legal hold on ${subject}`,
    'subscription.returned': t`${subject}’s missed Premium days were restored`,
    'subscription.given': t`${actor} granted ${subject} Premium`,
    'subscription.extended': t`${actor} extended ${subject}’s Premium`,
    'invoice.refunded': t`${actor} refunded ${subject}`,
    'payments.reconciled': t`${actor} compared payments with the payment provider`,
    'users.exported': t`${actor} exported the list of users`,
    'audit.exported': t`${actor} exported the audit log`,
    'order.changed': t`${actor} changed the Discover ranking`,
    'configuration.changed': t`${actor} changed the configuration`,
    'monitoring.changed': t`${actor} changed a monitoring rule`,
    'monitoring.tried': t`${actor} tested a monitoring rule on the last 30 days`,
    'monitoring.matched': t`A monitoring rule matched ${subject}`,
    'listed-pictures.added': t`${actor} added photos to the watchlist`,
    'listed-pictures.removed': t`${actor} removed a photo from the watchlist`,
    'job.retried': t`${actor} retried a failed job`,
  }
}

function useTeamSentences({ actor }: People): Words {
  const { t } = useLingui()
  return {
    'batch.activate': t`${actor} activated several users at once`,
    'batch.deactivate': t`${actor} deactivated several users at once`,
    'batch.in_progress': t`${actor} assigned themselves several reports at once`,
    'batch.resolved': t`${actor} resolved several reports at once`,
    'batch.closed': t`${actor} closed several reports at once`,
    'batch.rejected': t`${actor} rejected several reports at once`,
    'batch.back': t`${actor} unassigned several reports at once`,
    'batch.undone': t`${actor} undid a bulk action`,
    'batch.stopped': t`${actor} stopped a bulk action`,
    'approval.requested': t`${actor} asked for another administrator’s approval`,
    'approval.approved': t`${actor} approved a request`,
    'approval.declined': t`${actor} declined a request`,
    'approval.withdrawn': t`${actor} withdrew a request`,
    'approval.automatic': t`A request took effect because no one else could approve it`,
    'approval.expired': t`A request expired before anyone approved it`,
    'approval.failed': t`A request could no longer be carried out`,
  }
}

export const isAboutReport = (action: string) => action.startsWith('report.')

export function usePeople(entry: AuditEntry): People {
  const { t } = useLingui()
  const kinds: Record<string, string> = { system: t`The system`, operator: t`An operator` }
  const { name, kind } = entry.actor
  return {
    // If the actor has no name, the server returns the actor's kind.
    actor: name === kind ? (kinds[kind] ?? t`A deleted user`) : name,
    subject:
      entry.subject && isAboutReport(entry.action)
        ? shortId(entry.subject._id)
        : (entry.subject?.name ?? t`a deleted user`),
  }
}

export function useSentence(entry: AuditEntry): string {
  const { t } = useLingui()
  const byRule = t`A monitoring rule filed a report; the evidence was preserved`
  const people = usePeople(entry)
  const sentences: Words = {
    ...useAccountSentences(people),
    ...useSignInSentences(people),
    ...useDecisionSentences(people),
    ...useOfficeSentences(people),
    ...useTeamSentences(people),
  }
  if (entry.action === 'evidence.frozen' && entry.actor.kind === 'system') return byRule
  return sentences[entry.action] ?? `${people.actor}: ${labelOf(entry.action.replaceAll('.', ' '))}`
}
