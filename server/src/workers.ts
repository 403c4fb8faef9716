import type { Deps } from './deps.ts'
import { mergeTallies, cleanUp as cleanUpOperations, noteAuditHead } from './features/operations/index.ts'
import {
  advanceDecisions,
  applyDue,
  cleanUp as cleanUpModeration,
  dropEvidence,
  linkAccounts,
  monitor,
  resumeBatches,
  sendCorrections,
  settleReview,
  sweepPictures,
  workOnBatch,
} from './features/moderation/index.ts'
import {
  askAboutDates,
  cleanUp as cleanUpChat,
  repairConversations,
  remindOfDates,
  announceMutualInterest,
} from './features/chat/index.ts'
import { forgetPasses, repairLikes, sendLikesDigest } from './features/matching/index.ts'
import { countChoices, decayExposure, fitOrder, fitOutcomes } from './features/discovery/index.ts'
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
  applyConsents,
  deleteUnattachedPictures,
  updateCellLevels,
  applyWaitingMoves,
  listByNewGenders,
} from './features/profiles/index.ts'
import {
  applyAddressChanges,
  cleanUp as cleanUpIdentity,
  resealSecrets,
  resendVerification,
  sendResetLink,
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
const cleanUps = [cleanUpOperations, cleanUpIdentity, cleanUpDelivery, cleanUpModeration, cleanUpChat]
export const cleanUp = (deps: Pick<Deps, 'db' | 'clock' | 'lastingKeys'>) =>
  forEachSeparately(cleanUps, (cleanUpRoom) => cleanUpRoom(deps))

const repairs = [repairLikes, repairConversations, repairNotifications]

export const workers = (deps: Deps): Parameters<Jobs['work']>[0] => ({
  'send-mail': ({ mailId }) => sendMail(deps, mailId),
  'send-proof': ({ accountId }) => resendVerification(deps, accountId),
  'send-reset': ({ accountId }) => sendResetLink(deps, accountId),
  'draw-demo': () => drawDemo(deps),
  'export-own': ({ accountId, sessionId }) => exportOwnData(deps, accountId, sessionId),
  'drop-export': ({ accountId }) => dropExport(deps, accountId),
  'end-billing': ({ accountId }) => endBillingOf(deps, accountId),
  'end-renewal': ({ accountId }) => endRenewalOf(deps, accountId),
  'end-subscription': ({ accountId }) => endSubscriptionOf(deps, accountId),
  'extend-subscription': ({ accountId }) => extendAtGateway(deps, accountId),
  push: ({ accountId }) => sendPush(deps, accountId),
  'resume-pushes': () => resumePushes(deps),
  'send-digests': () => sendDueDigests(deps),
  batch: ({ batchId }) => workOnBatch(deps, batchId),
  'resume-batches': () => resumeBatches(deps),
  'apply-approvals': () => applyDue(deps),
  'advance-decisions': () => advanceDecisions(deps),
  'apply-address-changes': () => applyAddressChanges(deps),
  'settle-review': (decision) => settleReview(deps, decision),
  'correct-warnings': ({ decisionId }) => sendCorrections(deps, decisionId),
  monitor: () => monitor(deps),
  'merge-tallies': () => mergeTallies(deps),
  'count-choices': () => countChoices(deps),
  'send-postponed-digest': ({ accountId }) => sendPostponedDigest(deps, accountId),
  'erase-due': () => eraseDue(deps),
  'reseal-secrets': () => resealSecrets(deps),
  'clean-up': () => cleanUp(deps),
  'drop-unattached': () => deleteUnattachedPictures(deps),
  'sweep-pictures': () => sweepPictures(deps),
  'move-media': () => deps.storage.moveWaiting(),
  'link-accounts': () => linkAccounts(deps),
  'drop-evidence': () => dropEvidence(deps),
  'apply-moves': async () => {
    await applyWaitingMoves(deps)
    await listByNewGenders(deps)
  },
  'sweep-mail': () => sweepMail(deps),
  'ask-about-dates': async () => {
    await askAboutDates(deps)
    await announceMutualInterest(deps)
  },
  'remind-of-dates': () => remindOfDates(deps),
  'note-audit-head': () => noteAuditHead(deps),
  'update-cell-levels': () => updateCellLevels(deps),
  'fit-order': async () => {
    await fitOrder(deps)
    await fitOutcomes(deps)
  },
  'decay-exposure': () => decayExposure(deps),
  reconcile: () => reconcile(deps),
  'announce-renewals': () => announceRenewals(deps),
  'send-likes-digest': () => sendLikesDigest(deps),
  'apply-consents': () => applyConsents(deps),
  'forget-passes': () => forgetPasses(deps),
  repair: () => forEachSeparately(repairs, (repair) => repair(deps)),
})
