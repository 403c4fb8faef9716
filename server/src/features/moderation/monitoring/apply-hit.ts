import type { Deps } from '../../../deps.ts'
import { days, hours, later } from '../../../infra/clock.ts'
import { audit } from '../../operations/index.ts'
import { SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { reportDetected } from '../reports/report-detected.ts'
import type { Hit } from './find-hits.ts'
import { insertFlags, insertHit, lessenExposure, slowSender, wasRejected } from './hits.sql.ts'

/** After staff rejected what a rule had found about someone, it leaves them alone for so long. */
const LEFT_ALONE = days(30)

/** Applies a rule's effects to someone: at most once a day, apart from the quiet lines. */
export const applyHit = (context: Deps, hit: Hit): Promise<void> =>
  unitOfWork(context, SYSTEM, async (work) => {
    const { tx, now } = work
    const { rule, accountId } = hit
    if (await wasRejected(tx, accountId, rule.name, later(now, -LEFT_ALONE))) return
    await applyEffects(work, hit)
  })

export async function applyEffects(work: Work<'bus' | 'config'>, hit: Hit): Promise<void> {
  if (hit.rule.effects.nudge && hit.messages.length > 0) await flagMessages(work, hit)
  if (await insertHit(work.tx, hit, work.now)) await applyToSender(work, hit)
}

async function flagMessages({ tx, now, bus, afterCommit }: Work<'bus'>, hit: Hit): Promise<void> {
  const flagged = await insertFlags(tx, hit, now)
  afterCommit(() => {
    for (const { id, match, reader } of hit.messages)
      if (flagged.has(id)) bus.toAccounts([reader], { type: 'message.changed', matchId: match, messageId: id })
  })
}

async function applyToSender(work: Work<'bus' | 'config'>, { rule, accountId, facts, messages }: Hit): Promise<void> {
  const { tx, now } = work
  const { effects, slow } = rule
  const message = messages.at(-1)
  const reportId = effects.report
    ? await reportDetected(work, { about: accountId, reason: { rule: rule.name, facts }, message: message?.id ?? null })
    : null
  if (effects.slow)
    await slowSender(tx, { accountId, reportId, minutes: slow.minutes, ends: later(now, hours(slow.hours)), now })
  if (effects.exposure && reportId) await lessenExposure(tx, accountId, reportId)
  const details = { rule: rule.name, slow: effects.slow, exposure: effects.exposure && reportId !== null }
  await audit(work, { action: 'monitoring.matched', subjectId: accountId, details })
}
