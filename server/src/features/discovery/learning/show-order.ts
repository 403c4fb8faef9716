import { ApiError, Fairness, type OrderFit } from '@kindred/contract'
import * as z from 'zod/mini'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import type { Db } from '../../../infra/db/db.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { audit, factOf, saveFact } from '../../operations/index.ts'
import { countFairness } from './fairness.sql.ts'
import { bestFit, latestFits, lockInUse, putIntoUse, versionInUse, type FitRow } from './fits.sql.ts'

const FAIRNESS = 'order-fairness'
const MOST_FITS = 30

/** Every night: how evenly members are shown. */
export const saveFairness = async (db: Db) => saveFact(db, FAIRNESS, await countFairness(db))

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

export async function showOrder({ db }: Pick<Deps, 'db'>) {
  const [fits, { version, pinned }, fairness] = await Promise.all([
    latestFits(db, MOST_FITS),
    versionInUse(db),
    factOf(db, FAIRNESS),
  ])
  return {
    pinned,
    fits: fits.map((row) => toFit(row, version)),
    fairness: z.array(Fairness).parse(fairness ?? []),
  }
}

/** Keeps one version, or uses the one again that was adopted last. */
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
