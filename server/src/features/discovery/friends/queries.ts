import { type RawBuilder, type Selectable, sql } from 'kysely'
import { activitySql } from '../deck/queries.ts'
import type { ViewerCriteria } from '../eligibility/eligibility.ts'
import { agesAndDistances, hiddenFrom, notBlocked, tilesAround } from '../eligibility/queries.ts'
import { bitsOf, EVERYONE } from '../eligibility/rules.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import type { FriendProfiles } from '../../../infra/db/schema.ts'

export type FriendProfile = Selectable<FriendProfiles>

export const friendProfileOf = (db: Db | Tx, accountId: string): Promise<FriendProfile | undefined> =>
  db.selectFrom('friend_profiles').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** The order of photos in Friends, of those among these people who take part. */
export async function friendPictures(db: Db, ids: readonly string[]): Promise<Map<string, readonly string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('friend_profiles')
    .select(['account_id', 'pictures'])
    .where('account_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ account_id, pictures }) => [account_id, pictures]))
}

type Wanted = Pick<FriendProfile, 'wants' | 'age_min' | 'age_max' | 'reach' | 'pictures'>

/**
 * Serializes a member's changes, and returns what they are about to change. It locks the row that `refresh_listing` locks
 * first, so that a change of the profile at the same time can't deadlock.
 */
export async function lockFriendProfile(tx: Tx, accountId: string): Promise<FriendProfile | undefined> {
  await sql`select from ranking_stats where account_id = ${accountId} for no key update`.execute(tx)
  return friendProfileOf(tx, accountId)
}

/** The caller has locked it. */
export async function saveFriendProfile(tx: Tx, account_id: string, wanted: Wanted, joined_at: Date): Promise<void> {
  await tx
    .insertInto('friend_profiles')
    .values({ account_id, ...wanted, joined_at })
    .onConflict((row) => row.column('account_id').doUpdateSet(wanted))
    .execute()
  await sql`select refresh_listing(${account_id})`.execute(tx)
}

export async function deleteFriendProfile(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('friend_profiles').where('account_id', '=', accountId).execute()
}

export type FriendSeeker = ViewerCriteria & {
  /** The genders to meet as friends, as bits. */
  friendWants: number
  hidesGender: boolean
  /** True if everyone here has one place, so that no limit of distance counts. */
  isOnePlace: boolean
  interests: readonly string[]
  languages: readonly string[]
}

/**
 * The rules of `isSuitable` for friends: ages, distances, blocks and matches count in the same way, genders as both
 * chose here, and no dealbreakers. A hidden gender fails every choice narrower than everyone, because here, unlike in
 * dating, members can look for everyone. `f` is the person's row here, and `s` has the columns that both worlds compare.
 */
function isFriendFit(viewer: FriendSeeker, today: string): RawBuilder<boolean> {
  const me = sql`${viewer.id}::uuid`
  return sql<boolean>`f.account_id <> ${me}
    and f.wants & ${bitsOf(viewer.shownTo)}::smallint > 0 and l.shown_to & ${viewer.friendWants}::smallint > 0
    and (not l.hide_gender or ${viewer.friendWants === EVERYONE}::boolean)
    and (not ${viewer.hidesGender}::boolean or f.wants = ${EVERYONE}::smallint)
    and ${agesAndDistances(viewer, today, 's')} and ${!viewer.hidesDistance || viewer.reach === null}::boolean
    and not l.incognito and f.account_id not in (select id from done)
    and ${notBlocked(me, sql`f.account_id`)} and not ${hiddenFrom(me, sql`f.account_id`)}
    and not exists (select from matches
      where a_id = least(f.account_id, ${me}) and b_id = greatest(f.account_id, ${me}) offset 0)`
}

/** The number of people who are compared. Nearer tiles come first. */
const MOST = 150

/**
 * People to meet as friends, best first: those with more interests and languages in common who were active lately. No
 * one's likes count, and neither do swipes in dating. Tiles are read one after another until enough people fit, each
 * from the viewer's start of the day on (`startFor`), so that no one comes first for everyone. Members without a limit
 * of distance also find others without one anywhere.
 */
export async function friendPool(
  indexScanDb: Db,
  viewer: FriendSeeker,
  today: string,
  startId: string,
): Promise<string[]> {
  const start = sql`${startId}::uuid`
  const near = tilesAround(viewer)
  const tiles = sql`${near.length > 0 ? near : [NO_TILE]}::int[]`
  const [mine, spoken] = [sql`${viewer.interests}::text[]`, sql`${viewer.languages}::text[]`]
  /** From the start on, and then those before it, in the order of an index. */
  const inTurn = (where: RawBuilder<unknown>) => sql`
    (select * from friend_profiles where ${where} and account_id >= ${start} order by account_id)
    union all
    (select * from friend_profiles where ${where} and account_id < ${start} order by account_id)`
  const nearby = sql`select f.* from unnest(${tiles}) t(tile) cross join lateral (
    ${inTurn(sql`tile = t.tile`)}) f`
  const anywhere = sql`select f.* from (
    ${inTurn(sql`tile is not null and reach is null and tile <> all(${tiles})`)}) f`
  const { rows } = await sql<{ account_id: string }>`
    with done as materialized (select unnest(discovery_friends_chosen(${viewer.id})) as id),
    fitting as materialized (
      select l.account_id, l.interests, l.languages, l.show_last_active
      from (${viewer.reach === null ? sql`${nearby} union all ${anywhere}` : nearby}) f
      join listings l on l.account_id = f.account_id
      cross join lateral (select f.born, f.age_min, f.age_max, l.x, l.y, l.z, l.level,
        ${viewer.isOnePlace ? sql`null::smallint` : sql`f.reach`} as reach) s
      where ${isFriendFit(viewer, today)} limit ${MOST})
    select p.account_id
    from fitting p left join last_seen seen on seen.account_id = p.account_id
    order by ${activitySql(sql`seen.seen_at`, sql`p.show_last_active`, viewer.now)}
        * (2 + (p.languages && ${spoken})::int + (
          select least(count(*), ${MOST_IN_COMMON}::int) from unnest(p.interests) i where i = any(${mine}))) desc,
      p.account_id < ${start}, p.account_id`.execute(indexScanDb)
  return rows.map(({ account_id }) => account_id)
}

/** People whose listing has no place. */
const NO_TILE = -1
const MOST_IN_COMMON = 6
