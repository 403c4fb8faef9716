import { setImmediate } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { saveUsualShare } from '../compatibility/usual-share.ts'
import { readOrder, type OrderOf } from '../deck/order-groups.sql.ts'
import { usualGroup } from '../deck/rules.ts'
import { examplesWith, heldOutFrom } from './held-out.ts'
import { lockInUse, momentsOf, putIntoUse, saveFit, type FittedGroup, type FittedGroups } from './fits.sql.ts'
import { addScores, readPast, type Past } from './read-choices.ts'
import { measureEffects } from './measure-effects.ts'
import { clipped, guessOf, lossOf, priorOf, rowOf, slopeOf, startOf, step, type Example } from './rules.ts'

/** Fewer choices say too little: the parameters in use stay. */
const FEWEST_CHOICES = 1000
const ROUNDS = 8
/** How much the weights are held back toward those in use, in choices. */
const RIDGE = 10

const groups = ['woman', 'man', 'non-binary'] as const

async function fitWeights(examples: readonly Example[], before: FittedGroup): Promise<FittedGroup> {
  const scored = examples.filter(({ score }) => score !== null)
  const usualScore = scored.reduce((sum, { score }) => sum + (score ?? 0), 0) / Math.max(1, scored.length)
  // Scores are read for some of the choices only. The others count as average, which tells nothing about the weight.
  const rows = examples.map((each) => rowOf({ ...each, score: each.score ?? usualScore }))
  const start = startOf(before)
  let at = start
  for (let round = 0; round < ROUNDS; round++) {
    at = step(rows, at, start, RIDGE)
    await setImmediate()
  }
  return { ...before, ...clipped(at) }
}

const orderFrom = (fitted: FittedGroups): OrderOf => {
  const whole = new Map(Object.entries(fitted).map(([group, each]) => [group, { ...each, meanShown: 1 }]))
  return (group) => whole.get(group ?? '') ?? usualGroup
}

/** The parameters that fit all but the latest choices. Without enough of a group, those in use stay. */
async function fit({ db }: Pick<Deps, 'db'>, past: Past, inUse: OrderOf): Promise<FittedGroups> {
  const moments = new Map((await momentsOf(db)).map((row) => [row.gender_group, row]))
  const withPriors = groups.map((group): [string, FittedGroup] => {
    const { gives, gets, usual, weights } = inUse(group)
    const its = moments.get(group)
    const priors = its ? { gives: priorOf(its.gives, gives), gets: priorOf(its.gets, gets) } : { gives, gets }
    return [group, { ...priors, usual, weights }]
  })
  const orderOf = orderFrom(Object.fromEntries(withPriors))
  const examples = examplesWith(past, orderOf)
  const trained = examples.slice(0, heldOutFrom(examples))
  const fitted: FittedGroups = {}
  for (const [group, before] of withPriors) {
    const own = trained.filter(({ one }) => one.group === orderOf(group))
    fitted[group] = own.length < FEWEST_CHOICES ? before : await fitWeights(own, before)
  }
  return fitted
}

/**
 * Every night: fits the parameters of the order on the latest choices. A fit is used if it does better on the latest
 * tenth of them than the one in use, unless an administrator has pinned a version.
 */
export async function fitOrder(context: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const past = await readPast(context)
  if (past.choices.length < FEWEST_CHOICES) return
  const share = await addScores(context, past.choices)
  if (share !== null) await saveUsualShare(context.db, share)
  const inUse = await readOrder(context.db)
  const fitted = await fit(context, past, inUse)
  const guessesWith = (orderOf: OrderOf) => {
    const examples = examplesWith(past, orderOf)
    return examples.slice(heldOutFrom(examples)).map(guessOf)
  }
  const guesses = guessesWith(orderFrom(fitted))
  const [loss, lossInUse] = [lossOf(guesses), lossOf(guessesWith(inUse))]
  await unitOfWork(context, SYSTEM, async ({ tx, now }) => {
    const { pinned } = await lockInUse(tx)
    const adopted = loss < lossInUse && !pinned
    const figures = { loss, loss_in_use: lossInUse, calibration: slopeOf(guesses), choices: past.choices.length }
    const version = await saveFit(tx, { fitted_at: now, adopted, groups: fitted, ...figures })
    if (adopted) await putIntoUse(tx, version, false)
  })
  await measureEffects(context, past)
}
