import type { Deps } from './deps.ts'
import { eraseDue } from './features/leaving/service.ts'
import { sendMail } from './features/mail/jobs.ts'
import { resealSecrets } from './features/second-factor/service.ts'
import { cleanUp } from './features/system/jobs.ts'
import { sendAnotherProof, sendResetLink } from './features/verification/service.ts'
import type { Jobs } from './infra/jobs.ts'

/** Who does which job. */
export const workers = (deps: Deps): Parameters<Jobs['work']>[0] => ({
  'send-mail': ({ mailId }) => sendMail(deps, mailId),
  'send-proof': ({ email }) => sendAnotherProof(deps, email),
  'send-reset': ({ email }) => sendResetLink(deps, email),
  housekeeping: async () => {
    await eraseDue(deps)
    await resealSecrets(deps)
    await cleanUp(deps)
  },
})
