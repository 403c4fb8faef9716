import type { AccountLink, LinkSignalKind } from '@kindred/contract'
import { type RawBuilder, sql } from 'kysely'
import { payersWithSameCard } from '../../billing/index.ts'
import type { Resemblance } from './rules.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { type CasePage, casesIn, orderOf } from '../cases.ts'

export type LinkRow = {
  id: string
  version: number
  account_id: string
  name: string
  account_state: string
  joined_at: Date
  banned_id: string
  banned_name: string
  banned_state: string
  banned_joined_at: Date
  signals: AccountLink['signals']
  weight: number
  found_at: Date
  state: AccountLink['state']
  decider: string | null
  decided_at: Date | null
  note: string | null
}

/** Returns the id of a new finding. Updates an open one, and leaves one that staff decided unchanged. */
export async function saveLink(
  tx: Tx,
  accountId: string,
  { otherId, signals, weight }: Resemblance,
  now: Date,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; is_new: boolean }>`
    insert into account_links (account_id, banned_id, signals, weight, found_at)
    values (${accountId}, ${otherId}, ${JSON.stringify(signals)}, ${weight}, ${now})
    on conflict (account_id, banned_id) do update
      set signals = excluded.signals, weight = excluded.weight, version = account_links.version + 1
      where account_links.state = 'open' and account_links.weight < excluded.weight
    returning id, xmax = 0 as is_new`.execute(tx)
  return rows[0]?.is_new ? rows[0].id : undefined
}

const withPeople = (links: RawBuilder<unknown>, isOpen = false) => sql<LinkRow>`
  select l.id, l.version, l.account_id, p.full_name as name, p.state as account_state, p.created_at as joined_at,
    l.banned_id, b.full_name as banned_name, b.state as banned_state, b.created_at as banned_joined_at, l.signals,
    l.weight, l.found_at, l.state, d.full_name as decider, l.decided_at, l.note
  from (${links}) l join identity_people p on p.id = l.account_id join identity_people b on b.id = l.banned_id
    left join identity_people d on d.id = l.decided_by
  order by ${orderOf('account_links', isOpen, 'l')}`

export const findLinks = async (db: Db, page: CasePage): Promise<LinkRow[]> =>
  (await withPeople(casesIn('account_links', page), page.isOpen).execute(db)).rows

const MOST_OF_ONE = 20

export const findLinksOf = async (db: Db, accountId: string): Promise<LinkRow[]> =>
  (
    await withPeople(sql`select * from account_links where account_id = ${accountId} or banned_id = ${accountId}
      order by found_at desc, id desc limit ${MOST_OF_ONE}`).execute(db)
  ).rows

export const findLink = async (db: Db | Tx, id: string): Promise<LinkRow | undefined> =>
  (await withPeople(sql`select * from account_links where id = ${id}`).execute(db)).rows[0]

// Finds what an account shares with banned ones. Each search uses an index and reads a bounded number of rows.

type SharedRow = { other_id: string; kind: LinkSignalKind }

/** More accounts than this on one device suggest an office, a household or a phone network. */
const MOST_ON_A_DEVICE = 5
const MOST_DEVICES = 10
const MOST_SIGN_INS = 200
const MOST_COPIES = 200

const sharedDevices = (accountId: string, since: Date) => sql`
  select p.id as other_id, 'device' as kind from (
    select array_agg(distinct s.account_id) as people from (
      select distinct address, user_agent from (
        select address, user_agent from identity_sign_ins where account_id = ${accountId} and at > ${since}
          and user_agent <> '' order by at desc limit 50) latest
      limit ${MOST_DEVICES}) d
    cross join lateral (select n.account_id from identity_sign_ins n
      where n.address = d.address and md5(n.user_agent) = md5(d.user_agent) and n.at > ${since}
      order by n.at desc limit ${MOST_SIGN_INS}) s
    group by d.address, d.user_agent having count(distinct s.account_id) <= ${MOST_ON_A_DEVICE}) devices
  cross join lateral unnest(devices.people) u(id) join identity_people p on p.id = u.id
  where p.id <> ${accountId} and p.state = 'banned'`

/** Nearly the same bio: its beginning or its end is the same, and most of the rest. */
const sharedTexts = (accountId: string, bio: string) => sql`
  select p.id as other_id, 'text' as kind from (
    select account_id, bio from profiles_bios where ends_of_text(bio) && ends_of_text(${bio}) and length(bio) >= 60
    limit ${MOST_COPIES}) t join identity_people p on p.id = t.account_id
  where p.id <> ${accountId} and p.state = 'banned' and similarity(t.bio, ${bio}) > 0.6`

/** Findings about duplicate photos, unless staff dismissed them. */
const sharedPictures = (accountId: string) => sql`
  select p.id as other_id, 'picture' as kind from (
    select other_id as id from duplicate_photos where account_id = ${accountId} and state in ('open', 'same_person')
    union select account_id from duplicate_photos where other_id = ${accountId} and state in ('open', 'same_person')) s
  join identity_people p on p.id = s.id where p.state = 'banned'`

const sharedCards = (accountId: string) => sql`
  select p.id as other_id, 'card' as kind from (${payersWithSameCard(accountId)}) c
  join identity_people p on p.id = c.id where p.state = 'banned'`

const sharedPersons = (accountId: string) => sql`
  select p.id as other_id, 'person' as kind from identity_people own join identity_people p
    on p.date_of_birth = own.date_of_birth and lower(p.first_name) = lower(own.first_name)
  where own.id = ${accountId} and p.id <> ${accountId} and p.state = 'banned'`

/** Accounts that were banned with the member's mailbox and haven't been erased. */
export async function sharedMailboxes(db: Db, accountId: string, bannedIds: readonly string[]): Promise<SharedRow[]> {
  const others = bannedIds.filter((id) => id !== accountId)
  if (others.length === 0) return []
  const { rows } = await sql<SharedRow>`
    select id as other_id, 'address' as kind from identity_people
    where id = any(${others}) and state <> 'erased'`.execute(db)
  return rows
}

const SHORTEST_BIO = 60

export async function findShared(db: Db, accountId: string, since: Date): Promise<SharedRow[]> {
  const own = await sql<{ bio: string | null }>`
    select bio from profiles_bios where account_id = ${accountId}`.execute(db)
  const bio = own.rows[0]?.bio ?? ''
  const texts = bio.length >= SHORTEST_BIO ? sql`union all ${sharedTexts(accountId, bio)}` : sql``
  const { rows } = await sql<SharedRow>`
    ${sharedDevices(accountId, since)} union all ${sharedPictures(accountId)}
    union all ${sharedCards(accountId)} union all ${sharedPersons(accountId)} ${texts}`.execute(db)
  return rows
}

export type DueRow = { id: string; last_active_at: Date; email: string | null; email_verified_at: Date | null }

export async function findDueMembers(db: Db, joinedSince: Date, activeSince: Date, most: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select id, last_active_at, email, email_verified_at from identity_people
    where created_at > ${joinedSince} and last_active_at >= ${activeSince} and state <> 'erased' and state <> 'banned'
      and not is_admin and staff_role is null
    order by last_active_at, id limit ${most}`.execute(db)
  return rows
}
