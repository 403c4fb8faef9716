import { days, later } from '../../../infra/clock.ts'
import { forEachSeparately } from '../../../infra/jobs.ts'
import { type Opening, SYSTEM, unitOfWork } from '../../../work.ts'
import { moveTo, toCell } from './move.ts'
import {
  accountsWithWaitingPlace,
  lockPlace,
  peopleByCell,
  publishCell,
  saveCellCounts,
  savePlace,
  type CellCount,
} from './places.sql.ts'
import { coarser, levelFor, levels, publishedPoint, type Cell } from './rules.ts'

/** Every 10 minutes: moves members to the place that they named last, if they may move by now. */
export async function applyWaitingMoves(context: Opening): Promise<void> {
  await forEachSeparately(await accountsWithWaitingPlace(context.db, context.clock.now()), (accountId) =>
    unitOfWork(context, SYSTEM, async ({ tx, now }) => {
      const before = await lockPlace(tx, accountId)
      const cell = toCell(before?.waiting_row, before?.waiting_column)
      const place = cell && (await moveTo(tx, before, cell, now))
      if (place) await savePlace(tx, accountId, place, now)
    }),
  )
}

const keyOf = ({ row, column }: Cell, level: number) => `${level}:${row}:${column}`

/** The people of each cell, added up at every level. */
function countByLevel(cells: readonly { cell: Cell; people: number }[]): Map<string, CellCount> {
  const counts = new Map<string, CellCount>()
  for (const { cell: own, people } of cells)
    for (const level of levels) {
      const cell = coarser(own, level)
      const key = keyOf(cell, level)
      counts.set(key, { level, cell, people: (counts.get(key)?.people ?? 0) + people })
    }
  return counts
}

/** Every night: counts the people in each cell, and publishes cells with few people more coarsely. */
export async function updateCellLevels(context: Opening): Promise<void> {
  const rows = await peopleByCell(context.db, later(context.clock.now(), -days(90)))
  const cells = rows.map((row) => ({ ...row, cell: { row: row.cell_row, column: row.cell_column } }))
  const counts = countByLevel(cells)
  await unitOfWork(context, SYSTEM, ({ tx }) => saveCellCounts(tx, [...counts.values()]))
  await forEachSeparately(cells, async ({ cell, finest, coarsest }) => {
    const level = levelFor((each) => counts.get(keyOf(coarser(cell, each), each))?.people ?? 0, coarsest)
    if (level !== finest || level !== coarsest)
      await unitOfWork(context, SYSTEM, ({ tx }) => publishCell(tx, cell, level, publishedPoint(cell, level)))
  })
}
