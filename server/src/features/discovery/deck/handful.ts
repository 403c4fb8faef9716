import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { short } from './ranking.ts'
import type { Account } from '../../../http/session.ts'
import { hours, later } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { latestHour, nextHour } from '../../../infra/zones.ts'
import { asMember, unitOfWork } from '../../../work.ts'

// Quiet mode: the deck of a day is a handful of people, from an hour that the member chose until the next one comes.

export const HANDFUL = 6

/** Changing the hour, or turning quiet mode off and on, brings the next handful no sooner than this. */
const LASTS_AT_LEAST = hours(20)

type Stored = { ids: readonly string[]; at: Date }

async function storedHandful(db: Db | Tx, accountId: string): Promise<Stored | null> {
  const rows = await db
    .selectFrom('handfuls')
    .select(['person_id', 'at'])
    .where('account_id', '=', accountId)
    .orderBy('place')
    .execute()
  return rows[0] ? { ids: rows.map(({ person_id }) => person_id), at: rows[0].at } : null
}

type Owner = Pick<Account, 'id' | 'time_zone'> & { hour: number }

/** The first start of the member's hour when the handful has lasted long enough. */
const endOf = ({ time_zone, hour }: Owner, { at }: Pick<Stored, 'at'>): Date =>
  nextHour(time_zone, hour, later(at, LASTS_AT_LEAST - 1))

/**
 * The people of the viewer's day, and when the next ones come. They stay the same on every device, whatever the viewer
 * filters or swipes meanwhile. Only places that were never taken are filled during the day.
 */
export async function handfulOf(
  context: Pick<Deps, 'db' | 'upToDate' | 'clock' | 'log'>,
  owner: Owner,
  bestBesides: (served: readonly string[]) => Promise<readonly string[]>,
): Promise<{ ids: readonly string[]; nextAt: Date | null }> {
  const now = context.clock.now()
  const stored = await storedHandful(context.upToDate, owner.id)
  const today = stored && now < endOf(owner, stored) ? stored : null
  if (today && today.ids.length >= HANDFUL) return { ids: today.ids, nextAt: endOf(owner, today) }
  const best = await bestBesides((today?.ids ?? []).map(short))
  const at = today?.at ?? latestHour(owner.time_zone, owner.hour, now)
  const ids = best.length === 0 ? (today?.ids ?? []) : await fill(context, owner.id, { at, ids: best })
  return { ids, nextAt: ids.length > 0 ? endOf(owner, { at }) : null }
}

/** Adds people until the handful is full. Of several devices that ask at once, one after the other does so. */
const fill = (
  context: Pick<Deps, 'db' | 'clock' | 'log'>,
  accountId: string,
  { at, ids }: Stored,
): Promise<readonly string[]> =>
  unitOfWork(context, asMember(accountId), async ({ tx }) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('handful of ' || ${accountId}, 0))`.execute(tx)
    const stored = await storedHandful(tx, accountId)
    const kept = stored && stored.at >= at ? stored.ids : []
    const added = ids.filter((id) => !kept.includes(id)).slice(0, Math.max(0, HANDFUL - kept.length))
    if (kept.length === 0) await tx.deleteFrom('handfuls').where('account_id', '=', accountId).execute()
    const all = [...kept, ...added]
    if (added.length > 0)
      await tx
        .insertInto('handfuls')
        .values(added.map((person_id) => ({ account_id: accountId, person_id, place: all.indexOf(person_id), at })))
        .execute()
    return all
  })

/** After this time, a handful is over in any case, and no longer says anything. */
const FORGOTTEN_AFTER = hours(72)

/** Runs each night. */
export const forgetHandfuls = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  db.deleteFrom('handfuls').where('at', '<=', later(clock.now(), -FORGOTTEN_AFTER)).execute()
