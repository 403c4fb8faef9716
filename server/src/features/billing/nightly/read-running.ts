import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import type { ForEach } from './compare-books.ts'
import { listDue, listSettled, readUntil, saveReadUntil } from './reconciliation.sql.ts'
import { syncAndNote } from './sync-and-note.ts'

/** How many subscriptions are read in a night besides those that were due. Fewer are all read, every night. */
const MOST = 20_000
const AT_ONCE = 8

/**
 * Reads subscriptions at the gateway that no event has changed for a day: those whose renewal, payment or trial was
 * due, and of the others as many as a night has time for, on from where the last night ended.
 */
export async function readRunning(context: Deps, forEach: ForEach, most = MOST): Promise<void> {
  const { db, clock, payments } = context
  const now = clock.now()
  const since = later(now, -days(1))
  const read = (rows: readonly { provider_id: string }[]) =>
    forEach(rows, ({ provider_id }) => syncAndNote(context, provider_id), AT_ONCE)
  await read(await listDue(db, since, now))
  const last = await readUntil(db, payments.name)
  const settled = await listSettled(db, since, now, last, most)
  const { failed } = await read(settled)
  // While the gateway fails, the next night reads them again.
  if (failed * 2 <= settled.length) await saveReadUntil(db, payments.name, settled.at(-1)?.provider_id ?? '')
}
