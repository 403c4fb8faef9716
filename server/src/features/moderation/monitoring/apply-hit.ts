import type { Deps } from '../../../deps.ts'
import { days, hours, later } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { audit } from '../../operations/index.ts'
import { SYSTEM, unitOfWork, type Work } from '../../../work.ts'
import { type Gathered, gatherEvidence, removeUnsealed } from '../evidence/gather-evidence.ts'
import { reportDetected } from '../reports/report-detected.ts'
import type { Hit } from './find-hits.ts'
import { insertFlags, insertHit, isNewHit, lessenExposure, slowSender, wasRejected } from './hits.sql.ts'

/** After staff rejected a rule's finding about someone, the rule ignores them for this long. */
const LEFT_ALONE = days(30)

const MOST_FROZEN = 20

export async function applyHit(context: Deps, hit: Hit): Promise<void> {
  const gathered = await gatherFor(context, hit)
  try {
    await unitOfWork(context, SYSTEM, async (work) => {
      if (!(await isLeftAlone(work.tx, hit, work.now))) await applyEffects(work, hit, gathered)
    })
  } finally {
    if (gathered) await removeUnsealed(context, gathered)
  }
}

const isLeftAlone = (db: Db | Tx, { rule, accountId }: Hit, now: Date): Promise<boolean> =>
  wasRejected(db, accountId, rule.name, later(now, -LEFT_ALONE))

/** Gathers evidence before its author hears of the report. */
async function gatherFor(context: Deps, hit: Hit): Promise<Gathered | null> {
  const { db, clock } = context
  const { rule, accountId: about, messages } = hit
  if (!rule.effects.report || !(await isNewHit(db, hit, clock.now())) || (await isLeftAlone(db, hit, clock.now())))
    return null
  const last = messages.at(-1)
  const others = messages.slice(0, -1).slice(-MOST_FROZEN)
  return gatherEvidence(context, {
    about,
    reporter: last?.reader ?? null,
    messageId: last?.id ?? undefined,
    alsoFound: others.flatMap(({ id }) => id ?? []),
    notesTo: [...others, ...(last ? [last] : [])].flatMap(({ id, reader }) => (id === null ? [reader] : [])),
  })
}

async function applyEffects(work: Work<'bus' | 'config'>, hit: Hit, gathered: Gathered | null): Promise<void> {
  if (hit.rule.effects.nudge && hit.messages.length > 0) await flagMessages(work, hit)
  if (await insertHit(work.tx, hit, work.now)) await applyToSender(work, hit, gathered)
}

async function flagMessages({ tx, now, bus, afterCommit }: Work<'bus'>, hit: Hit): Promise<void> {
  const flagged = await insertFlags(tx, hit, now)
  afterCommit(() => {
    for (const { id, match, reader } of hit.messages)
      if (id !== null && match !== null && flagged.has(id))
        bus.toAccounts([reader], { type: 'message.changed', matchId: match, messageId: id })
  })
}

async function applyToSender(
  work: Work<'bus' | 'config'>,
  { rule, accountId, facts, messages }: Hit,
  gathered: Gathered | null,
): Promise<void> {
  const { tx, now } = work
  const { effects, slow } = rule
  const reportId = effects.report
    ? await reportDetected(work, {
        about: accountId,
        reason: { rule: rule.name, facts },
        message: messages.at(-1) ?? null,
        gathered,
      })
    : null
  if (effects.slow)
    await slowSender(tx, { accountId, reportId, minutes: slow.minutes, ends: later(now, hours(slow.hours)), now })
  if (effects.exposure && reportId) await lessenExposure(tx, reportId, now)
  const details = { rule: rule.name, slow: effects.slow, exposure: effects.exposure && reportId !== null }
  await audit(work, { action: 'monitoring.matched', subjectId: accountId, details })
}
