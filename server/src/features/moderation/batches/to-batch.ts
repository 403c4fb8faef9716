import { type Batch, type BatchEntry, say } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { write } from '../../../infra/language/write.ts'
import { sentenceOf } from '../refusals.ts'
import type { BatchRow, Refused } from './batches.sql.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

/** Adds up the refusals from before the start and those while it ran, by reason. */
const sumByReason = (refused: Refused): Refused =>
  [...Map.groupBy(refused, ({ why }) => why)].map(([why, each]) => ({
    why,
    count: each.reduce((sum, { count }) => sum + count, 0),
  }))

export const toWhyNot = (refused: Refused, language: Language): Batch['refused'] =>
  refused.map(({ why, count }) => ({ why: write(language, sentenceOf(why)), count }))

const isWaiting = (row: BatchRow) => row.needs_approval && row.released_at === null && row.finished_at === null

export const toBatch = (row: BatchRow, language: Language): Batch => ({
  _id: row.id,
  about: row.about,
  action: row.action,
  total: row.total,
  done: row.done,
  refused: toWhyNot(sumByReason([...row.refused, ...row.failed]), language),
  finishedAt: iso(row.finished_at),
  stoppedAt: iso(row.stopped_at),
  undoes: row.undoes,
  undoneBy: row.undone_by,
  waiting: isWaiting(row),
})

export const toBatchEntry = (row: BatchRow, language: Language): BatchEntry => ({
  ...toBatch(row, language),
  madeBy: { _id: row.made_by, name: row.maker ?? '' },
  madeAt: row.made_at.toISOString(),
  reason: row.undoes ? write(language, say('Undone')) : row.reason,
})
