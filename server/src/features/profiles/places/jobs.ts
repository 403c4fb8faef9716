import { forEachSeparately } from '../../../infra/jobs.ts'
import { type Opening, SYSTEM, unitOfWork } from '../../../work.ts'
import { applyWaitingMove } from './places.ts'
import { accountsWithWaitingPlace, countPeople, publishCell, usedCells } from './queries.ts'
import { coarser, levelFor, levels, publishedPoint, type Cell } from './rules.ts'

/** Runs every 10 minutes. Moves members to the place that they entered last, once they may move. */
export async function applyWaitingMoves(context: Opening): Promise<void> {
  await forEachSeparately(await accountsWithWaitingPlace(context.db, context.clock.now()), (accountId) =>
    unitOfWork(context, SYSTEM, ({ tx, now }) => applyWaitingMove(tx, accountId, now)),
  )
}

const keyOf = ({ row, column }: Cell, level: number) => `${level}:${row}:${column}`

/** Runs every night. Counts the people in each cell, and publishes cells with few people more coarsely. */
export async function updateCellLevels(context: Opening): Promise<void> {
  const used = await usedCells(context.db)
  const cells = used.flatMap(({ cell: own }) => levels.map((level) => ({ own, level, cell: coarser(own, level) })))
  const counts = await unitOfWork(context, SYSTEM, ({ tx, now }) => countPeople(tx, cells, now))
  const peopleIn = new Map(counts.map(({ level, cell, people }) => [keyOf(cell, level), people]))
  await forEachSeparately(used, async ({ cell, finest, coarsest }) => {
    const level = levelFor((each) => peopleIn.get(keyOf(coarser(cell, each), each)) ?? 0, coarsest)
    if (level !== finest || level !== coarsest)
      await unitOfWork(context, SYSTEM, ({ tx }) => publishCell(tx, cell, level, publishedPoint(cell, level)))
  })
}
