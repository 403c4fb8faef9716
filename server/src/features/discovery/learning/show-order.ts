import { ApiError, type OrderFit, type OrderOutcomes } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { audit } from '../../operations/index.ts'
import { readFairness } from './figures.ts'
import { bestFit, latestFits, lockInUse, putIntoUse, versionInUse, type FitRow } from './fits.sql.ts'
import { lockOutcomes, readOutcomes, switchOutcomes, type OutcomesRow } from './outcomes.sql.ts'

const MOST_FITS = 30

const toFit = ({ groups, ...row }: FitRow, inUse: number): OrderFit => ({
  version: row.version,
  fittedAt: row.fitted_at.toISOString(),
  choices: row.choices,
  calibration: row.calibration,
  loss: row.loss,
  lossInUse: row.loss_in_use,
  adopted: row.adopted,
  inUse: row.version === inUse,
  groups: Object.entries(groups).map(([genderGroup, group]) => ({ genderGroup, ...group })),
})

/** Without the weights: an administrator decides by their effect. */
const toOutcomes = (row: OutcomesRow): OrderOutcomes => ({
  on: row.is_on,
  matches: row.matches,
  since: row.compared_from?.toISOString() ?? null,
  comparison: row.comparison,
})

export async function showOrder({ db }: Pick<Deps, 'db'>) {
  const [fits, { version, pinned }, fairness, outcomes] = await Promise.all([
    latestFits(db, MOST_FITS),
    versionInUse(db),
    readFairness(db),
    readOutcomes(db),
  ])
  return {
    pinned,
    fits: fits.map((row) => toFit(row, version)),
    fairness,
    outcomes: toOutcomes(outcomes),
  }
}

/** Null returns to the version that was adopted last. */
export async function pinOrder(context: Deps, { account }: Viewer, wanted: number | null) {
  await unitOfWork(context, asStaff(account.id), async (work) => {
    const before = await lockInUse(work.tx)
    const version = wanted ?? (await bestFit(work.tx))
    const pinned = wanted !== null
    if (before.version === version && before.pinned === pinned) return
    if ((await putIntoUse(work.tx, version, pinned)) === 0)
      throw new ApiError('not_found', 'We couldn’t find this version.')
    await audit(work, { action: 'order.changed', details: { version, pinned, before: before.version } })
  })
  return showOrder(context)
}

/** Decks may consider the outcomes of matches. */
export async function setOrderOutcomes(context: Deps, { account }: Viewer, on: boolean) {
  await unitOfWork(context, asStaff(account.id), async (work) => {
    const before = await lockOutcomes(work.tx)
    if (before.is_on === on) return
    await switchOutcomes(work.tx, on, work.now)
    await audit(work, { action: 'order.changed', details: { outcomes: on } })
  })
  return showOrder(context)
}
