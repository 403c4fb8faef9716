import { ApiError } from '@kindred/contract'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { days } from '../../../infra/clock.ts'
import { pairMark } from '../eligibility/relations.sql.ts'
import { personRows, personRowsIf, type PersonRow } from './person.sql.ts'

/** The number of different people a member can see in a day. Copying a million profiles would take a thousand days. */
export const SEEN_A_DAY = 1000
const BITS = 8192
/** This many of the last people shown can be blocked and reported after they have hidden. */
const RECENT = 40

/** Each id maps to one bit. Of a thousand people, about forty share a bit with another, in the viewer's favor. */
function toBits(ids: readonly string[]): string {
  const bits = new Uint8Array(BITS / 8)
  for (const id of ids) {
    const bit = Number.parseInt(id.slice(-8), 16) % BITS
    bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (128 >> (bit & 7))
  }
  return Buffer.from(bits).toString('hex')
}

type Spending = Pick<Deps, 'db' | 'clock' | 'config'>

const isCounted = ({ account }: Viewer, ids: readonly string[]): boolean => ids.length > 0 && !account.is_admin

const dayOf = (now: Date): string => now.toISOString().slice(0, 10)

/** Returns a row if these people are within the day's limit, and counts them. They become the last people shown. */
const spending = ({ clock, config }: Spending, { account }: Viewer, ids: readonly string[]) => {
  const most = config.RATE_LIMIT === 'on' ? SEEN_A_DAY : BITS
  return sql`
    insert into views as v (viewer_id, day, seen, recent)
    values (${account.id}, ${dayOf(clock.now())}, ('x' || ${toBits(ids)})::bit(8192),
      array(select ${pairMark(sql`${account.id}::uuid`, sql`id`)} from unnest(${ids.slice(-RECENT)}::uuid[]) id))
    on conflict (viewer_id) do update set day = excluded.day,
      seen = case when v.day = excluded.day then v.seen | excluded.seen else excluded.seen end,
      recent = (excluded.recent || array(
        select mark from unnest(v.recent) with ordinality o(mark, nth)
        where mark <> all(excluded.recent) order by nth))[:${RECENT}::int]
    where v.day <> excluded.day or bit_count(v.seen | excluded.seen) <= greatest(${most}::int, bit_count(v.seen))
    returning 1`
}

async function noteIncognito({ db, clock }: Spending, { account }: Viewer, rows: readonly PersonRow[]) {
  const ids = rows.flatMap(({ id, incognito }) => (incognito ? [id] : []))
  if (ids.length === 0) return
  await sql`
    insert into incognito_shown (viewer_id, person_id, at)
    select ${account.id}, id, ${clock.now()} from unnest(${ids}::uuid[]) id
    on conflict do nothing`.execute(db)
}

function tooMany(now: Date): ApiError {
  const midnight = new Date(`${dayOf(now)}T00:00:00Z`).getTime() + days(1)
  return new ApiError('rate_limited', 'You’ve viewed a lot of profiles today. Please come back tomorrow.', {
    retryAfter: Math.ceil((midnight - now.getTime()) / 1000),
  })
}

/**
 * Counts each person once a day, and refuses more than the day's limit, so that no one can copy everyone's profile.
 * People seen today can be seen again. Matches don't count, because both agreed.
 */
export async function spendViews(context: Spending, viewer: Viewer, ids: readonly string[]): Promise<void> {
  if (!isCounted(viewer, ids)) return
  const { rows } = await spending(context, viewer, ids).execute(context.db)
  if (rows.length === 0) throw tooMany(context.clock.now())
}

export async function seePeople(context: Spending, viewer: Viewer, ids: readonly string[]): Promise<PersonRow[]> {
  const rows = isCounted(viewer, ids)
    ? await personRowsIf(context.db, ids, spending(context, viewer, ids))
    : await personRows(context.db, ids)
  if (!rows) throw tooMany(context.clock.now())
  await noteIncognito(context, viewer, rows)
  return rows
}
