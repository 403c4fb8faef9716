import { randomInt } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { isHeldOut } from '../deck/holdout.ts'
import { readOrder } from '../deck/order-groups.sql.ts'
import { comparisonOf } from './compare-outcomes.ts'
import { exactWeights, laplace, outcomeOf, released, type OutcomeExample } from './outcomes.ts'
import {
  cardsByViewer,
  outcomesBetween,
  readOutcomes,
  saveComparison,
  saveOutcomes,
  type OutcomesRow,
} from './outcomes.sql.ts'
import { addScores, readMembers } from './read-choices.ts'

const SETTLED_AFTER = days(28)
/** Fewer matches aren't enough evidence, and wait for more. */
const FEWEST_MATCHES = 1000
const MOST_MATCHES = 50_000

type Context = Pick<Deps, 'db' | 'clock' | 'log' | 'lastingKeys'>

/** Between -0.5 and 0.5, excluding both. */
const drawn = () => (randomInt(1, 2 ** 47) - 2 ** 46) / 2 ** 47

async function examplesOf(context: Context, rows: Awaited<ReturnType<typeof outcomesBetween>>) {
  const pairs = rows.map(({ a_id: chooser, b_id: chosen }) => ({ chooser, chosen, likes: true, score: null }))
  const [members, orderOf] = [
    await readMembers(context.db, [...new Set(rows.flatMap(({ a_id, b_id }) => [a_id, b_id]))]),
    await readOrder(context.db),
  ]
  await addScores(context, pairs)
  const standingOf = (id: string) => {
    const member = members.get(id)
    return member && { ...member, group: orderOf(member.genderGroup) }
  }
  return rows.flatMap((row, nth): OutcomeExample[] => {
    const [one, other] = [standingOf(row.a_id), standingOf(row.b_id)]
    return one && other ? [{ one, other, score: pairs[nth]?.score ?? null, outcome: outcomeOf(row) }] : []
  })
}

/** Needs enough matches that have settled since the last fit. */
async function fit(context: Context, { counted_until: since, weights }: OutcomesRow): Promise<void> {
  const until = later(context.clock.now(), -SETTLED_AFTER)
  const rows = await outcomesBetween(context.db, since, until, MOST_MATCHES)
  if (rows.length < FEWEST_MATCHES) return
  const examples = await examplesOf(context, rows)
  const fitted = released(await exactWeights(examples, weights, () => setImmediate()), () => laplace(drawn()))
  await unitOfWork(context, SYSTEM, ({ tx, now }) =>
    saveOutcomes(tx, { weights: fitted, matches: rows.length, since, until, now }),
  )
}

/**
 * Every night, while it is on: learns from the outcomes of matches, and compares viewers who get them with the control
 * group. While it is off, no one's answers are read.
 */
export async function fitOutcomes(context: Context): Promise<void> {
  const before = await readOutcomes(context.db)
  if (!before.is_on) return
  await fit(context, before)
  const { compared_from: since } = await readOutcomes(context.db)
  if (!since) return
  const cards = await cardsByViewer(context.db, since, context.clock.now())
  const comparison = comparisonOf(cards, (viewer) => isHeldOut(context.lastingKeys, viewer))
  await unitOfWork(context, SYSTEM, ({ tx }) => saveComparison(tx, comparison, since))
}
