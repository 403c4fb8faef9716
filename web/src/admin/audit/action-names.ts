import { useLingui } from '@lingui/react/macro'
import { labelOf } from './changes.ts'

type Words = Record<string, string>

function useAccountNames(): Words {
  const { t } = useLingui()
  return {
    'account.activated': t`Activated a user`,
    'account.deactivated': t`Deactivated a user`,
    'account.edited': t`Edited a user`,
    'account.label-added': t`Labeled a user`,
    'account.label-removed': t`Removed a user’s label`,
    'account.viewed': t`Looked at a user`,
    'account.opened': t`Opened a user’s page`,
    'account.voice-opened': t`Played a voice answer`,
    'account.revealed': t`Viewed hidden details`,
    'account.signed-out': t`Signed a user out`,
    'account.deletion-asked': t`Asked to delete their account`,
    'account.deletion-cancelled': t`Canceled account deletion`,
    'address-change.requested': t`Asked for an email change`,
    'address-change.canceled': t`Canceled an email change`,
    'address-change.objected': t`Kept their email`,
    'address-change.applied': t`Changed an email`,
    'account.erased': t`Erased an account`,
    'administrator.made': t`Made an administrator`,
    'staff-role.changed': t`Changed a role`,
    'administrator.unmade': t`Removed an administrator`,
    'sessions.ended': t`Ended sessions`,
    'picture.shown': t`Approved a photo`,
    'picture.refused': t`Rejected a photo`,
    'picture.undone': t`Undid a photo decision`,
    'voice.shown': t`Approved a voice answer`,
    'voice.refused': t`Rejected a voice answer`,
    'voice.undone': t`Undid a decision about a voice answer`,
    'same-picture.reported': t`Found a photo in a message`,
    'same-picture.found': t`Found a duplicate photo`,
    'same-picture.same_person': t`Duplicate photo: same person`,
    'same-picture.fake': t`Duplicate photo: fake`,
    'same-picture.dismissed': t`Duplicate photo: dismissed`,
    'same-picture.reopened': t`Duplicate photo: reopened`,
    'photo-check.accepted': t`Accepted a photo check`,
    'photo-check.refused': t`Rejected a photo check`,
    'photo-check.undone': t`Undid a decision about a photo check`,
    'invitation.made': t`Created an invitation`,
    'invitation.ended': t`Ended an invitation`,
    'invitation.branch-ended': t`Ended a member’s invitations`,
    'invitation.branch-allowed': t`Allowed a member’s invitations again`,
    'age.asked': t`Asked for proof of age`,
    'age.not-asked': t`Stopped asking for proof of age`,
    'age.taken-back': t`Revoked a proof of age`,
    'age.photo-opened': t`Opened a photo for a proof of age`,
    'age.accepted': t`Accepted a proof of age`,
    'age.declined': t`Declined a proof of age`,
    'admission.accepted': t`Accepted an application`,
    'admission.asked': t`Asked an applicant a question`,
    'admission.waiting': t`Put an applicant on the waiting list`,
    'admission.declined': t`Declined an application`,
    'region.opened': t`Opened a region`,
    'region.closed': t`Resumed a region’s waiting list`,
  }
}

function useDecisionNames(): Words {
  const { t } = useLingui()
  return {
    'decision.warn': t`Warned a user`,
    'decision.hide': t`Removed content`,
    'decision.limit': t`Restricted a user`,
    'decision.suspend': t`Suspended a user`,
    'decision.ban': t`Banned a user`,
    'decision.requested': t`Asked to take action on a user`,
    'decisions.many': t`Took action on many people within an hour`,
    'decision.declined': t`Ban request declined`,
    'decision.undone': t`Undid a decision`,
    'decision.expired': t`Decision expired`,
    'decision.lifted': t`Ended a decision early`,
    'account-link.found': t`Linked accounts`,
    'account-link.same_person': t`Linked accounts: same person`,
    'account-link.dismissed': t`Linked accounts: dismissed`,
    'account-link.reopened': t`Linked accounts: reopened`,
    'second-look.drawn': t`Selected for blind review`,
    'second-look.opened': t`Opened a blind review`,
    'second-look.answered': t`Completed a blind review`,
    'second-look.raised': t`Escalated a disagreement`,
    'second-look.closed': t`Closed a disagreement`,
    'fraud-warning.previewed': t`Previewed fraud warnings`,
    'fraud-warning.sent': t`Sent fraud warnings`,
    'fraud-warning.held': t`Held fraud warnings`,
    'fraud-warning.released': t`Released fraud warnings`,
    'decision.overturned': t`Overturned a decision`,
  }
}

function useSignInNames(): Words {
  const { t } = useLingui()
  return {
    'password.changed': t`Changed their password`,
    'password.reset': t`Reset their password`,
    'password.set': t`Set a user’s password`,
    'email.changed': t`Changed their email`,
    'email.undone': t`Undid an email change`,
    'email.verified': t`Verified an email`,
    'identity.linked': t`Linked a sign-in method`,
    'identity.unlinked': t`Unlinked a sign-in method`,
    'passkey.added': t`Added a passkey`,
    'passkey.removed': t`Removed a passkey`,
    'recovery.opened': t`Reported an unknown change`,
    'recovery.finished': t`Took their account back`,
    'second-factor.enabled': t`Turned on two-step verification`,
    'second-factor.removed': t`Turned off two-step verification`,
  }
}

function useOfficeNames(): Words {
  const { t } = useLingui()
  return {
    'report.status': t`Changed a report’s status`,
    'report.priority': t`Changed a report’s priority`,
    'report.deleted': t`Deleted a report`,
    'report.label-added': t`Labeled a report`,
    'report.label-removed': t`Removed a report’s label`,
    'label.edited': t`Renamed a label`,
    'label.deleted': t`Deleted a label`,
    'evidence.opened': t`Opened evidence`,
    'evidence.messages-opened': t`Read messages`,
    'evidence.picture-opened': t`Opened a photo in evidence`,
    'evidence.voice-opened': t`Played a voice note in evidence`,
    'evidence.frozen': t`Preserved evidence`,
    'appeal.made': t`Made an appeal`,
    'appeal.upheld': t`Upheld after an appeal`,
    'appeal.overturned': t`Overturned after an appeal`,
    'transparency.exported': t`Exported transparency data`,
    'hold.set': t`Set a legal hold`,
    'hold.lifted': t`Lifted a legal hold`,
    'subscription.returned': t`Restored Premium days`,
    'subscription.given': t`Granted Premium`,
    'subscription.extended': t`Extended Premium`,
    'invoice.refunded': t`Refunded a payment`,
    'payments.reconciled': t`Reconciled payments`,
    'users.exported': t`Exported users`,
    'audit.exported': t`Exported the audit log`,
    'order.changed': t`Changed the Discover ranking`,
    'configuration.changed': t`Changed the configuration`,
    'monitoring.changed': t`Changed a monitoring rule`,
    'monitoring.tried': t`Tested a monitoring rule`,
    'monitoring.matched': t`Matched a monitoring rule`,
    'listed-pictures.added': t`Added photos to the watchlist`,
    'listed-pictures.removed': t`Removed a photo from the watchlist`,
    'job.retried': t`Retried a job`,
  }
}

function useTeamNames(): Words {
  const { t } = useLingui()
  return {
    'batch.activate': t`Bulk: activate users`,
    'batch.deactivate': t`Bulk: deactivate users`,
    'batch.in_progress': t`Bulk: assign reports`,
    'batch.resolved': t`Bulk: resolve reports`,
    'batch.closed': t`Bulk: close reports`,
    'batch.rejected': t`Bulk: reject reports`,
    'batch.back': t`Bulk: unassign reports`,
    'batch.undone': t`Undid a bulk action`,
    'batch.stopped': t`Stopped a bulk action`,
    'approval.requested': t`Asked for approval`,
    'approval.approved': t`Approved a request`,
    'approval.declined': t`Declined a request`,
    'approval.withdrawn': t`Withdrew a request`,
    'approval.automatic': t`Request took effect`,
    'approval.expired': t`Request expired`,
    'approval.failed': t`Request failed`,
  }
}

/** The name of an action. The code of an unknown action is turned into readable text. */
export function useActionNames(): (action: string) => string {
  const names: Words = {
    ...useAccountNames(),
    ...useSignInNames(),
    ...useDecisionNames(),
    ...useOfficeNames(),
    ...useTeamNames(),
  }
  return (action) => names[action] ?? labelOf(action.replaceAll('.', ' '))
}
