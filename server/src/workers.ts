import { approved } from './approved.ts'
import type { Deps } from './deps.ts'
import { addUp } from './features/administration/service.ts'
import { applyDue } from './features/approvals/service.ts'
import { resume, workOn } from './features/batches/service.ts'
import { tellLikes } from './features/choices/service.ts'
import { settleExposure } from './features/discovery/service.ts'
import { dropExport, eraseDue, exportOwnData } from './features/leaving/service.ts'
import { sendMail } from './features/mail/jobs.ts'
import { sweepMail } from './features/mail/sweep.ts'
import { pushWaiting, tellAccount, tellWaiting } from './features/notifications/service.ts'
import { dropUnattached } from './features/pictures/service.ts'
import { settleLevels, settleMoves } from './features/places/service.ts'
import { resealSecrets } from './features/second-factor/service.ts'
import { endBillingOf, endRenewalOf, reconcile, tellRenewals } from './features/subscriptions/service.ts'
import { cleanUp, noteAuditHead } from './features/system/jobs.ts'
import { sendAnotherProof, sendResetLink } from './features/verification/service.ts'
import { drawDemo } from './seed/draw.ts'
import type { Jobs } from './infra/jobs.ts'

/** Who does which job. */
export const workers = (deps: Deps): Parameters<Jobs['work']>[0] => ({
  'send-mail': ({ mailId }) => sendMail(deps, mailId),
  'send-proof': ({ accountId }) => sendAnotherProof(deps, accountId),
  'send-reset': ({ accountId }) => sendResetLink(deps, accountId),
  'draw-demo': () => drawDemo(deps),
  'export-own': ({ accountId, sessionId }) => exportOwnData(deps, accountId, sessionId),
  'drop-export': ({ accountId }) => dropExport(deps, accountId),
  'end-billing': ({ accountId }) => endBillingOf(deps, accountId),
  'end-renewal': ({ accountId }) => endRenewalOf(deps, accountId),
  push: ({ accountId }) => pushWaiting(deps, accountId),
  'tell-waiting': () => tellWaiting(deps),
  batch: ({ batchId }) => workOn(deps, batchId),
  'resume-batches': () => resume(deps),
  'apply-approvals': () => applyDue(deps, approved),
  'add-up': () => addUp(deps),
  'tell-account': ({ accountId }) => tellAccount(deps, accountId),
  'erase-due': () => eraseDue(deps),
  'reseal-secrets': () => resealSecrets(deps),
  'clean-up': () => cleanUp(deps),
  'drop-unattached': () => dropUnattached(deps),
  'settle-moves': () => settleMoves(deps),
  'sweep-mail': () => sweepMail(deps),
  'note-audit-head': () => noteAuditHead(deps),
  'settle-levels': () => settleLevels(deps),
  'settle-exposure': () => settleExposure(deps),
  reconcile: () => reconcile(deps),
  'tell-renewals': () => tellRenewals(deps),
  'tell-likes': () => tellLikes(deps),
})
