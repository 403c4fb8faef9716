import type { Contact, ContactKind } from '@kindred/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

export type Listed = { id: string; kind: ContactKind; hint: string; at: Date }

export const contactsOf = (db: Db, accountId: string): Promise<Listed[]> =>
  db
    .selectFrom('contacts')
    .select(['id', 'kind', 'hint', 'at'])
    .where('account_id', '=', accountId)
    .where('ends_at', 'is', null)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    // A check in the table allows no other kinds.
    .$castTo<Listed>()
    .execute()

export const countContacts = async (tx: Tx, accountId: string): Promise<number> =>
  (
    await tx
      .selectFrom('contacts')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .where('ends_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).count

export type NewContact = { kind: ContactKind; bucket: number; hash: Buffer; hint: string }

/** A contact that is still ending counts again, and one that is there stays as it is. */
export const insertContacts = (tx: Tx, accountId: string, contacts: readonly NewContact[], at: Date) =>
  sql`insert into contacts as c (account_id, kind, bucket, hash, hint, at)
    select ${accountId}, kind, bucket, hash, hint, ${at}
    from unnest(${contacts.map(({ kind }) => kind)}::text[], ${contacts.map(({ bucket }) => bucket)}::smallint[],
      ${contacts.map(({ hash }) => hash)}::bytea[], ${contacts.map(({ hint }) => hint)}::text[])
      as added(kind, bucket, hash, hint)
    on conflict (account_id, hash) do update set ends_at = null, at = excluded.at, compared = false
      where c.ends_at is not null`.execute(tx)

/** Each contact ends at its own random time, a day to a week from now. */
export const endContacts = (tx: Tx, accountId: string, id: string | null, at: Date) =>
  sql`update contacts set ends_at = ${at}::timestamptz + interval '1 day' + random() * interval '6 days'
    where account_id = ${accountId} and ends_at is null and (${id}::uuid is null or id = ${id})`.execute(tx)

export const deleteEnded = (db: Db, now: Date) => db.deleteFrom('contacts').where('ends_at', '<=', now).execute()

export type OwnContact = Pick<Contact, 'kind' | 'value'> & {
  id: string
  met_from: Date | null
  counts_from: Date
  compared: boolean
}

export const ownContacts = (db: Db | Tx, accountId: string): Promise<OwnContact[]> =>
  db
    .selectFrom('own_contacts')
    .select(['id', 'kind', 'value', 'met_from', 'counts_from', 'compared'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .$castTo<OwnContact>()
    .execute()

export type ComparedAccount = {
  email_key: string
  first_name: string
  last_name: string
  complete: boolean
  city: string | null
  country: string | null
}

/**
 * Locks the account, because two jobs may run for one member. A statement that waits for a lock sees the account as it
 * is afterwards, but the profile as it was before, so another one reads both.
 */
export async function lockCompared(tx: Tx, accountId: string): Promise<ComparedAccount | undefined> {
  await sql`select from accounts where id = ${accountId} for no key update`.execute(tx)
  const { rows } = await sql<ComparedAccount>`
    select a.email_key, a.first_name, a.last_name, a.complete,
      case when p.home is null then p.city else p.home ->> 'city' end as city,
      case when p.home is null then p.country else p.home ->> 'country' end as country
    from accounts a left join profiles p on p.account_id = a.id
    where a.id = ${accountId} and a.email_key is not null and a.state <> 'erased'`.execute(tx)
  return rows[0]
}

type NewOwn = Pick<Contact, 'kind' | 'value'> & { bucket: number; counts_from: Date }

export const insertOwn = (tx: Tx, accountId: string, own: readonly NewOwn[], at: Date, metFrom: Date | null) =>
  tx
    .insertInto('own_contacts')
    .values(own.map((each) => ({ ...each, account_id: accountId, at, met_from: metFrom })))
    .onConflict((row) => row.doNothing())
    .execute()

export const deleteOwn = (tx: Tx, accountId: string, ids: readonly string[]) =>
  tx.deleteFrom('own_contacts').where('account_id', '=', accountId).where('id', 'in', ids).execute()

export const noteMeeting = (tx: Tx, accountId: string, from: Date) =>
  tx
    .updateTable('own_contacts')
    .set({ met_from: from })
    .where('account_id', '=', accountId)
    .where('met_from', 'is', null)
    .execute()

export type Candidate = { contact_id: string; own_id: string; account_id: string; hash: Buffer }

/** A page of the contacts of others that this own contact could be. */
export const contactsLike = async (tx: Db | Tx, ownId: string, after: string, most: number): Promise<Candidate[]> =>
  (
    await sql<Candidate>`
      select c.id as contact_id, o.id as own_id, c.account_id, c.hash from own_contacts o
      join contacts c on (c.kind, c.bucket) = (o.kind, o.bucket)
      where o.id = ${ownId} and c.ends_at is null and c.account_id <> o.account_id and c.id > ${after}
      order by c.id limit ${most}`.execute(tx)
  ).rows

export type NewlyListed = { id: string }

export const contactsToCompare = (tx: Db | Tx, accountId: string, most: number): Promise<NewlyListed[]> =>
  tx
    .selectFrom('contacts')
    .select('id')
    .where('account_id', '=', accountId)
    .where('compared', '=', false)
    .limit(most)
    .execute()

export type CandidateAccount = Pick<Contact, 'kind' | 'value'> & { contact_id: string; own_id: string; hash: Buffer }

/** The own contacts of others that these contacts could be. */
export const accountsLike = async (
  tx: Db | Tx,
  contactIds: readonly string[],
  now: Date,
): Promise<CandidateAccount[]> =>
  (
    await sql<CandidateAccount>`
      select c.id as contact_id, o.id as own_id, c.hash, o.kind, o.value
      from contacts c join own_contacts o on (o.kind, o.bucket) = (c.kind, c.bucket) and o.account_id <> c.account_id
      where c.id = any(${contactIds}::uuid[]) and o.counts_from <= ${now}`.execute(tx)
  ).rows

/**
 * Hides members who listed a contact from the people who have it. If these finished their profiles later, they are
 * hidden from each other (match-contacts.ts). The lock makes concurrent deletions of a contact wait.
 */
export const hideMatched = (tx: Tx, pairs: readonly Pick<Candidate, 'contact_id' | 'own_id'>[], at: Date) =>
  sql`with pair as materialized (
      select c.id as contact_id, c.account_id as hider_id, o.account_id as viewer_id,
        o.met_from is null or (o.at <= o.met_from and c.at < o.met_from) as is_mutual
      from unnest(${pairs.map(({ contact_id }) => contact_id)}::uuid[], ${pairs.map(({ own_id }) => own_id)}::uuid[])
        as matched(contact_id, own_id)
        join contacts c on c.id = matched.contact_id and c.ends_at is null
        join own_contacts o on o.id = matched.own_id
      for key share of c)
    insert into hidden_from (contact_id, hider_id, viewer_id, at)
    select contact_id, hider_id, viewer_id, ${at}::timestamptz from pair
    union all select contact_id, viewer_id, hider_id, ${at}::timestamptz from pair where is_mutual
    on conflict do nothing`.execute(tx)

/** The members with a name or number that counts from now on. */
export const accountsToCompare = async (db: Db, now: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('own_contacts')
      .select('account_id')
      .distinct()
      .where('compared', '=', false)
      .where('counts_from', '<=', now)
      .execute()
  ).map(({ account_id }) => account_id)

export const markListedCompared = (tx: Tx, ids: readonly string[]) =>
  tx.updateTable('contacts').set({ compared: true }).where('id', 'in', ids).execute()

export const markOwnCompared = (tx: Tx, id: string) =>
  tx.updateTable('own_contacts').set({ compared: true }).where('id', '=', id).execute()

/** Shows members again to those they were hidden from in one direction, by contacts they have removed. */
export const endOneWay = (tx: Tx, accountId: string) =>
  sql`delete from hidden_from h using contacts c
    where c.account_id = ${accountId} and c.ends_at is not null and h.contact_id = c.id
      and not exists (select from hidden_from r
        where r.contact_id = h.contact_id and (r.viewer_id, r.hider_id) = (h.hider_id, h.viewer_id))`.execute(tx)

export const numbersOf = async (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('own_contacts')
    .select(['id', 'value'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'phone')
    .orderBy('id')
    .execute()

export const deleteNumber = (db: Db, accountId: string, id: string) =>
  db
    .deleteFrom('own_contacts')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'phone')
    .where('id', '=', id)
    .execute()
