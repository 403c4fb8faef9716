import { account } from './identity/account.ts'
import { ageProofs } from './identity/age-proofs.ts'
import { walletProofs } from './identity/age-wallet.ts'
import { address } from './identity/address.ts'
import { ageChecks } from './moderation/age-checks.ts'
import { accountLinks } from './moderation/account-links.ts'
import { administration } from './moderation/administration.ts'
import { appeals } from './moderation/appeals.ts'
import { approvals } from './moderation/approvals.ts'
import { auditExport } from './moderation/audit-export.ts'
import { auditing } from './operations/audit.ts'
import { auth } from './identity/auth.ts'
import { batches } from './moderation/batches.ts'
import { billing } from './billing/staff-billing.ts'
import { chat } from './chat/conversations.ts'
import { choices } from './matching/choices.ts'
import { configuration } from './operations/configuration.ts'
import { documents } from './operations/documents.ts'
import { decisions } from './moderation/decisions.ts'
import { contactBlocks } from './discovery/contacts.ts'
import { discovery } from './discovery/deck.ts'
import { order } from './discovery/order.ts'
import { gatewayEvents } from './billing/gateway.ts'
import { emails } from './operations/emails.ts'
import { evidence } from './moderation/evidence.ts'
import { pairs } from './moderation/pairs.ts'
import { look } from './operations/look.ts'
import { fraudWarnings } from './moderation/fraud-warnings.ts'
import { failedJobs } from './operations/failed-jobs.ts'
import { invitations } from './identity/invitations.ts'
import { waitingList } from './identity/waiting-list.ts'
import { applications } from './moderation/applications.ts'
import { invited } from './moderation/invited.ts'
import { leaving } from './leaving/account.ts'
import { friends } from './matching/friends.ts'
import { matches } from './matching/matches.ts'
import { monitoring } from './moderation/monitoring.ts'
import { notifications } from './delivery/notifications.ts'
import { passkeyProofs, passkeys } from './identity/passkeys.ts'
import { people } from './discovery/people.ts'
import { photoChecks } from './profiles/photo-checks.ts'
import { pictureFiles } from './discovery/pictures.ts'
import { phoneCalls } from './chat/phone-calls.ts'
import { pictures } from './profiles/pictures.ts'
import { dateAnswers } from './chat/date-answers.ts'
import { datePlans } from './chat/plans.ts'
import { places } from './profiles/places.ts'
import { trips } from './profiles/trips.ts'
import { privacy } from './discovery/privacy.ts'
import { profile } from './profiles/profile.ts'
import { profileFields } from './profiles/fields.ts'
import { providers } from './identity/providers.ts'
import { questions } from './profiles/questions.ts'
import { voiceAnswers } from './profiles/voice-answers.ts'
import { reports } from './moderation/reports.ts'
import { reviews } from './moderation/reviews.ts'
import { blindReviews } from './moderation/blind-reviews.ts'
import { labels } from './moderation/labels.ts'
import { team } from './moderation/team.ts'
import { workQueue } from './moderation/work-queue.ts'
import { recipes } from './operations/recipes.ts'
import { recovery } from './identity/recovery.ts'
import { secondFactors } from './identity/second-factor.ts'
import { sessions } from './identity/sessions.ts'
import { subscriptions } from './billing/subscriptions.ts'
import { system } from './operations/system.ts'
import { texts } from './operations/texts.ts'
import { transparency } from './moderation/transparency.ts'
import { userDetails } from './moderation/user-details.ts'
import { pictureSweep } from './moderation/picture-sweep.ts'
import { verification } from './identity/verification.ts'
import { voiceNotes } from './chat/voice-notes.ts'

/** All routes. The web app imports the files of single topics instead, so that each page loads only what it uses. */
export const api = {
  ...system,
  ...documents,
  ...auth,
  ...verification,
  ...sessions,
  ...account,
  ...address,
  ...recipes,
  ...recovery,
  ...leaving,
  ...invitations,
  ...waitingList,
  ...ageProofs,
  ...walletProofs,
  ...invited,
  ...applications,
  ...ageChecks,
  ...secondFactors,
  ...passkeys,
  ...passkeyProofs,
  ...profile,
  ...profileFields,
  ...voiceAnswers,
  ...pictures,
  ...pictureFiles,
  ...places,
  ...trips,
  ...privacy,
  ...people,
  ...photoChecks,
  ...contactBlocks,
  ...discovery,
  ...order,
  ...choices,
  ...matches,
  ...friends,
  ...questions,
  ...chat,
  ...voiceNotes,
  ...phoneCalls,
  ...datePlans,
  ...dateAnswers,
  ...notifications,
  ...reports,
  ...subscriptions,
  ...billing,
  ...gatewayEvents,
  ...auditing,
  ...auditExport,
  ...configuration,
  ...look,
  ...texts,
  ...emails,
  ...reviews,
  ...labels,
  ...team,
  ...workQueue,
  ...administration,
  ...batches,
  ...appeals,
  ...approvals,
  ...decisions,
  ...failedJobs,
  ...transparency,
  ...monitoring,
  ...pictureSweep,
  ...blindReviews,
  ...accountLinks,
  ...userDetails,
  ...evidence,
  ...fraudWarnings,
  ...pairs,
  ...providers,
}
export type Api = typeof api

export * from './identity/account.ts'
export * from './identity/address.ts'
export * from './identity/admission.ts'
export * from './identity/age.ts'
export * from './identity/age-proofs.ts'
export * from './identity/age-wallet.ts'
export * from './identity/invitations.ts'
export * from './identity/waiting-list.ts'
export * from './moderation/account-links.ts'
export * from './moderation/administration.ts'
export * from './moderation/email-change.ts'
export * from './moderation/appeals.ts'
export * from './moderation/approvals.ts'
export * from './moderation/audit-export.ts'
export * from './operations/audit.ts'
export * from './moderation/batches.ts'
export * from './moderation/age-checks.ts'
export * from './moderation/applications.ts'
export * from './moderation/invited.ts'
export * from './billing/staff-billing.ts'
export * from './identity/auth.ts'
export * from './billing/gateway.ts'
export * from './chat/conversations.ts'
export * from './chat/plans.ts'
export * from './chat/voice-notes.ts'
export * from './chat/phone-calls.ts'
export * from './chat/date-answers.ts'
export * from './matching/choices.ts'
export * from './client.ts'
export * from './named-user.ts'
export * from './operations/configuration.ts'
export * from './operations/look-colors.ts'
export * from './operations/look-files.ts'
export * from './operations/look-style.ts'
export * from './operations/look.ts'
export * from './operations/house.ts'
export * from './operations/operator.ts'
export * from './operations/first-steps.ts'
export * from './operations/recipe-names.ts'
export * from './operations/recipes.ts'
export { translationIn } from './operations/translated.ts'
export * from './operations/documents.ts'
export * from './discovery/contact-form.ts'
export * from './discovery/contacts.ts'
export * from './discovery/deck.ts'
export * from './discovery/order.ts'
export * from './moderation/user-details.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './moderation/evidence.ts'
export * from './moderation/fraud-warnings.ts'
export * from './moderation/pairs.ts'
export * from './moderation/blind-reviews.ts'
export * from './operations/failed-jobs.ts'
export * from './normalized.ts'
export * from './leaving/account.ts'
export * from './matching/friends.ts'
export * from './matching/matches.ts'
export * from './delivery/notifications.ts'
export * from './identity/passkeys.ts'
export * from './discovery/people.ts'
export * from './profiles/fields.ts'
export * from './profiles/own-questions.ts'
export * from './profiles/same-answers.ts'
export * from './profiles/values.ts'
export * from './profiles/photo-checks.ts'
export * from './profiles/pictures.ts'
export * from './profiles/places.ts'
export * from './profiles/trips.ts'
export * from './discovery/pictures.ts'
export * from './discovery/privacy.ts'
export * from './profiles/profile.ts'
export * from './identity/providers.ts'
export * from './profiles/questions.ts'
export * from './moderation/monitoring.ts'
export * from './moderation/picture-sweep.ts'
export * from './moderation/report.ts'
export * from './moderation/decisions.ts'
export * from './moderation/reports.ts'
export * from './moderation/reviews.ts'
export * from './moderation/label.ts'
export * from './moderation/labels.ts'
export * from './moderation/team.ts'
export * from './moderation/work-queue.ts'
export * from './route.ts'
export * from './message.ts'
export * from './identity/recovery.ts'
export * from './identity/second-factor.ts'
export * from './shown-texts.ts'
export * from './staff.ts'
export * from './identity/sessions.ts'
export * from './billing/subscriptions.ts'
export * from './billing/tax-location.ts'
export * from './operations/system.ts'
export * from './operations/texts.ts'
export * from './operations/emails.ts'
export * from './moderation/transparency.ts'
export * from './profiles/users.ts'
export * from './profiles/voice-answers.ts'
export * from './identity/verification.ts'
