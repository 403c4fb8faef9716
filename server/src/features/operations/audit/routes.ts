import type { auditing } from '@kindred/contract'
import type { Handlers } from '../../../http/mount.ts'
import { runChecks, auditCheck } from '../checks/checks.ts'
import type { Deps } from '../../../deps.ts'
import { findActions, findAdministrators } from './queries.ts'

async function auditChoices({ db }: Pick<Deps, 'db'>) {
  const [actors, actions] = await Promise.all([findAdministrators(db), findActions(db)])
  return { actors: actors.map(({ id, name }) => ({ _id: id, name })), actions }
}

/**
 * `moderation` implements `listAudit`, because it hides entries about cases that the reader may have to review blindly.
 */
export const auditHandlers: Handlers<Omit<typeof auditing, 'listAudit'>> = {
  getChecks: async ({ db }) => ({ data: { checks: await runChecks([auditCheck(db)]) } }),
  getAuditChoices: async (context) => ({ data: await auditChoices(context) }),
}
