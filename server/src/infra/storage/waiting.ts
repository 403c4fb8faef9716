import { setTimeout } from 'node:timers/promises'
import { seconds, type Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { Logger } from '../log.ts'
import type { Storage } from './storage.ts'
import {
  findWaiting,
  findWaitingBefore,
  forgetWaiting,
  keepWaiting,
  postponeWaiting,
  removeWaiting,
  takeWaiting,
  type Taken,
} from './waiting.sql.ts'
import type { FileStore } from './file-store.ts'

// A bucket may fail for minutes. Until it is back, members' uploads wait in the database, where every server finds
// them, and a job moves them into the bucket (docs/operations.md).

/** An upload waits this long for the bucket. */
const PATIENCE = seconds(1)
/** After a failure, uploads don't try the bucket for this long. */
const AVOIDED = seconds(5)
/**
 * A bucket that hasn't responded in this many milliseconds may be failing, so the file may be waiting in the database.
 */
const USUAL = 250

const AT_ONCE = 4
const MOST_LISTED = 500

type Parts = { store: FileStore; db: Db; clock: Clock; log: Logger }

/** `waits` is false for a folder, because a full disk is better reported than worked around. */
export function withWaiting(parts: Parts, waits: boolean): Storage {
  const { store, db, clock } = parts
  return {
    put: waits ? putOrKeep(parts) : (key, bytes) => store.put(key, bytes),
    get: (key) => getFromEither(parts, key),
    remove: async (key) => {
      if (!(await removeWaiting(db, key, clock.now()))) await store.remove(key)
    },
    moveWaiting: () => moveWaiting(parts),
    waitingBefore: (time) => findWaitingBefore(db, time, MOST_LISTED),
  }
}

function putOrKeep({ store, db, clock, log }: Parts): Storage['put'] {
  let avoidedUntil = 0
  return async (key, bytes, owner) => {
    if (owner === undefined) return store.put(key, bytes)
    if (performance.now() >= avoidedUntil) {
      try {
        return await store.put(key, bytes, PATIENCE)
      } catch (err) {
        log.warn({ err }, 'the bucket did not take a file in time')
        avoidedUntil = performance.now() + AVOIDED
      }
    }
    if (!(await keepWaiting(db, { key, bytes, owner, now: clock.now() })))
      throw new Error('Object storage is failing and the local queue is full.')
  }
}

/**
 * The bucket has nearly every file, so this queries the database only if the bucket lacks the file, fails or is slow.
 */
async function getFromEither({ store, db }: Parts, key: string): Promise<Buffer | null> {
  const answer = store.get(key).then(
    (file) => ({ file }),
    (error: unknown) => ({ error }),
  )
  const early = await Promise.race([answer, setTimeout(USUAL, undefined, { ref: false })])
  if (early && 'file' in early && early.file) return early.file
  const waiting = await findWaiting(db, key)
  if (waiting) return waiting.bytes
  const found = early ?? (await answer)
  if ('error' in found) throw found.error
  // The file may have been moved between the two reads.
  return found.file ?? store.get(key)
}

/** Ends when nothing is due or nothing gets through. The next run tries again. */
async function moveWaiting(parts: Parts): Promise<void> {
  const { db, clock } = parts
  for (;;) {
    const taken = await takeWaiting(db, clock.now(), AT_ONCE)
    const moved = await Promise.all(taken.map((one) => tryToMove(parts, one)))
    if (!moved.includes(true)) return
  }
}

async function tryToMove({ store, db, clock, log }: Parts, taken: Taken): Promise<boolean> {
  const { key, bytes, tries } = taken
  try {
    await (bytes ? store.put(key, bytes) : store.remove(key))
  } catch (err) {
    log.warn({ err, tries }, 'a waiting file could not be moved to the bucket')
    await postponeWaiting(db, taken, clock.now())
    return false
  }
  await forgetWaiting(db, taken)
  return true
}
