import { ApiError, type MonitoringRule, type RuleSettings, message } from '@kindred/contract'
import { isDeepStrictEqual } from 'node:util'
import type { Deps } from '../../../deps.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { isTaken } from '../../../infra/db/db.ts'
import { audit } from '../../operations/index.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { currentRules, listRules } from './read-rules.ts'
import { insertVersion } from './rules.sql.ts'

const stale = (by: string | null) =>
  new ApiError(
    'conflict',
    message('{name} changed this rule in the meantime. Please check it and try again.', {
      name: by ?? message('Someone'),
    }),
  )

const ruleOf = async (context: Deps & { caller: Caller }, { name }: RuleSettings): Promise<MonitoringRule> => {
  const rule = (await listRules(context)).find(({ settings }) => settings.name === name)
  if (!rule) throw new Error('Every rule has its defaults.')
  return rule
}

/** The new version is based on the one that the administrator saw. Of two concurrent changes, the second is refused. */
export async function saveRule(
  context: Deps & { caller: Caller },
  { account: staff }: Viewer,
  wanted: RuleSettings,
  reason: string | undefined,
): Promise<MonitoringRule> {
  await unitOfWork(context, asStaff(staff.id), async (work) => {
    const { tx, now, caller } = work
    const before = (await currentRules(tx)).find(({ settings }) => settings.name === wanted.name)
    const version = before?.row?.version ?? 0
    if (caller.ifMatch === undefined)
      throw new ApiError('invalid_request', 'Send the version that you last saw as If-Match.')
    if (caller.ifMatch !== version) throw stale(before?.row?.changer ?? null)
    if (isDeepStrictEqual(before?.settings, wanted)) return
    await insertVersion(tx, wanted, { version: version + 1, changed_by: staff.id, changed_at: now })
    await audit(work, {
      action: 'monitoring.changed',
      ...(reason ? { reason } : {}),
      details: { rule: wanted.name, version: version + 1, enabled: wanted.enabled, effects: wanted.effects },
    })
  }).catch(async (error: unknown) => {
    throw isTaken(error, 'monitoring_rules_pkey') ? stale((await ruleOf(context, wanted)).changedBy) : error
  })
  return ruleOf(context, wanted)
}
