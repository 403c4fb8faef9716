import type { Deps } from './deps.ts'
import { mergeTallies, cleanUp as cleanUpOperations, noteAuditHead } from './features/operations/index.ts'
import {
  advanceDecisions,
  applyDue,
  cleanUp as cleanUpModeration,
  dropEvidence,
  linkAccounts,
  monitor,
  sendCorrections,
  settleReview,
  sweepPictures,
  workOnBatch,
} from './features/moderation/index.ts'
import {
  askAboutDates,
  cleanUp as cleanUpChat,
  endMissedCalls,
  repairConversations,
  remindOfDates,
  announceMutualInterest,
} from './features/chat/index.ts'
import { forgetPasses, forgetSetAside, repairLikes, sendLikesDigest } from './features/matching/index.ts'
import {
  alertSearches,
  cleanUp as cleanUpDiscovery,
  countChoices,
  decayExposure,
  fitOrder,
  fitOutcomes,
  forgetHandfuls,
  matchContacts,
  settleListings,
} from './features/discovery/index.ts'
import { dropExport, eraseDue, exportOwnData } from './features/leaving/index.ts'
import {
  cleanUp as cleanUpDelivery,
  repairNotifications,
  sendDueDigests,
  sendMail,
  sendPostponedDigest,
  resumePushes,
  sendPush,
  sweepMail,
} from './features/delivery/index.ts'
import {
  announceTerms,
  applyConsents,
  eraseRetiredAnswers,
  eraseRetiredQuestions,
  settleValues,
  deleteUnattachedPictures,
  updateCellLevels,
  applyWaitingMoves,
  listByNewGenders,
  settleTrips,
} from './features/profiles/index.ts'
import {
  admitWaiting,
  applyAddressChanges,
  cleanUp as cleanUpIdentity,
  deleteOldAgePhotos,
  resealSecrets,
  resendVerification,
  sendResetLink,
  settleAdmissions,
} from './features/identity/index.ts'
import {
  endBillingOf,
  endRenewalOf,
  endSubscriptionOf,
  extendAtGateway,
  reconcile,
  announceRenewals,
} from './features/billing/index.ts'
import { drawDemo } from './seed/draw.ts'
import { forEachSeparately, type Jobs } from './infra/jobs.ts'

/** Each feature deletes its own rows at the end of their retention time. */
const cleanUps = [cleanUpOperations, cleanUpIdentity, cleanUpDelivery, cleanUpModeration, cleanUpChat, cleanUpDiscovery]
export const cleanUp = (deps: Pick<Deps, 'db' | 'clock' | 'log' | 'lastingKeys'>) =>
  forEachSeparately(cleanUps, (cleanUpRoom) => cleanUpRoom(deps))

/** Files and photos that no one attached or decided about in time. */
const drops = [deleteUnattachedPictures, deleteOldAgePhotos]

/** Places, genders and trips that begin or end. */
const moves = [applyWaitingMoves, listByNewGenders, settleTrips]

const questionsAboutDates = [askAboutDates, announceMutualInterest]

/** Dates that are near, and calls that were missed. */
const reminders = [remindOfDates, endMissedCalls]

const fits = [fitOrder, fitOutcomes]

/** Details whose consent, field, question or value is gone. */
const withdrawals = [applyConsents, eraseRetiredAnswers, eraseRetiredQuestions, settleValues]

const lapses = [forgetPasses, forgetSetAside, forgetHandfuls]

const repairs = [repairLikes, repairConversations, repairNotifications]

export const workers = (deps: Deps): Parameters<Jobs['work']>[0] => ({
  'send-mail': ({ mailId }) => sendMail(deps, mailId),
  'send-proof': (data) => resendVerification(deps, data),
  'send-reset': (data) => sendResetLink(deps, data),
  'draw-demo': () => drawDemo(deps),
  'export-own': ({ accountId, sessionId }) => exportOwnData(deps, accountId, sessionId),
  'drop-export': ({ accountId }) => dropExport(deps, accountId),
  'end-billing': ({ accountId }) => endBillingOf(deps, accountId),
  'end-renewal': ({ accountId }) => endRenewalOf(deps, accountId),
  'end-subscription': ({ accountId }) => endSubscriptionOf(deps, accountId),
  'extend-subscription': ({ accountId }) => extendAtGateway(deps, accountId),
  'announce-terms': (data) => announceTerms(deps, data),
  push: ({ accountId }) => sendPush(deps, accountId),
  'resume-pushes': () => resumePushes(deps),
  'send-digests': () => sendDueDigests(deps),
  batch: ({ batchId }) => workOnBatch(deps, batchId),
  'apply-approvals': () => applyDue(deps),
  'advance-decisions': () => advanceDecisions(deps),
  'apply-address-changes': () => applyAddressChanges(deps),
  'settle-admissions': () => settleAdmissions(deps),
  'settle-listings': () => settleListings(deps),
  'settle-values': () => settleValues(deps),
  'match-contacts': ({ accountId }) => matchContacts(deps, accountId),
  'settle-review': (decision) => settleReview(deps, decision),
  'correct-warnings': ({ decisionId }) => sendCorrections(deps, decisionId),
  monitor: () => monitor(deps),
  'merge-tallies': () => mergeTallies(deps),
  'count-choices': () => countChoices(deps),
  'send-postponed-digest': ({ accountId }) => sendPostponedDigest(deps, accountId),
  'erase-due': () => eraseDue(deps),
  'reseal-secrets': () => resealSecrets(deps),
  'clean-up': () => cleanUp(deps),
  'drop-unattached': () => forEachSeparately(drops, (drop) => drop(deps)),
  'sweep-pictures': () => sweepPictures(deps),
  'move-media': () => deps.storage.moveWaiting(),
  'link-accounts': () => linkAccounts(deps),
  'drop-evidence': () => dropEvidence(deps),
  'apply-moves': () => forEachSeparately(moves, (apply) => apply(deps)),
  'sweep-mail': () => sweepMail(deps),
  'ask-about-dates': () => forEachSeparately(questionsAboutDates, (ask) => ask(deps)),
  'remind-of-dates': () => forEachSeparately(reminders, (remind) => remind(deps)),
  'note-audit-head': () => noteAuditHead(deps),
  'admit-waiting': () => admitWaiting(deps),
  'update-cell-levels': () => updateCellLevels(deps),
  'fit-order': () => forEachSeparately(fits, (fit) => fit(deps)),
  'decay-exposure': () => decayExposure(deps),
  reconcile: () => reconcile(deps),
  'announce-renewals': () => announceRenewals(deps),
  'send-likes-digest': () => sendLikesDigest(deps),
  'alert-searches': () => alertSearches(deps),
  'apply-consents': () => forEachSeparately(withdrawals, (apply) => apply(deps)),
  'forget-passes': () => forEachSeparately(lapses, (forget) => forget(deps)),
  repair: () => forEachSeparately(repairs, (repair) => repair(deps)),
})
