import type { Deps } from '../../../deps.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { readMetInSheets, saveUsualShare } from '../compatibility/usual-share.ts'
import { readOrder } from '../deck/order-groups.sql.ts'
import { compared, FEWEST_CHOICES, fitGroups } from './fit.ts'
import { lockInUse, momentsOf, putIntoUse, saveFit } from './fits.sql.ts'
import { addScores, readPast } from './read-choices.ts'
import { measureEffects } from './measure-effects.ts'

const groups = ['woman', 'man', 'non-binary'] as const

/**
 * Every night: fits the ranking parameters on the latest swipes. A fit is used if it does better on the latest tenth of
 * them than the one in use, unless an administrator has pinned a version. The usual share of scores is learned from the
 * same pairs, and from answer sheets before there are enough swipes.
 */
export async function fitOrder(context: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const past = await readPast(context)
  const isEnough = past.choices.length >= FEWEST_CHOICES
  const met = isEnough ? await addScores(context, past.choices) : await readMetInSheets(context.db)
  await saveUsualShare(context.db, met)
  if (!isEnough) return
  const inUse = await readOrder(context.db)
  const moments = new Map((await momentsOf(context.db)).map((row) => [row.gender_group, row]))
  const fitted = await fitGroups(past, groups, moments, inUse)
  const { loss, lossInUse, calibration } = compared(past, fitted, inUse)
  await unitOfWork(context, SYSTEM, async ({ tx, now }) => {
    const { pinned } = await lockInUse(tx)
    const adopted = loss < lossInUse && !pinned
    const figures = { loss, loss_in_use: lossInUse, calibration, choices: past.choices.length }
    const version = await saveFit(tx, { fitted_at: now, adopted, groups: fitted, ...figures })
    if (adopted) await putIntoUse(tx, version, false)
  })
  await measureEffects(context, past)
}
