import { ApiError, SearchQuery } from '@kindred/contract'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { record, type Notice } from '../../delivery/index.ts'
import { fieldsOf, profileValuesOf } from '../../operations/index.ts'
import { assertOffered } from './distances.ts'
import { assertMaySearch, toFilters } from './people.ts'
import { newMarks } from './queries.ts'
import { today, viewerCriteria } from '../eligibility/eligibility.ts'
import type { Account, Profile, Viewer } from '../../../http/session.ts'
import { hours, later } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { forEachSeparately, pagesById } from '../../../infra/jobs.ts'
import { asMember, SYSTEM, unitOfWork } from '../../../work.ts'

// Alerts tell a member of new people who match a saved search and are a mutual fit. Only the member's own notification
// comes of it: no one learns that they were found.

type Search = { id: string; name: string; query: Record<string, string>; known: string[] }
type Reader = { account: Account; profile: Profile; consents: Viewer['consents']; searches: Search[] }

/** A search has more marks only if it is of the whole installation. */
const MOST_NEW = 100
const MOST_KNOWN = 500

/** Turning alerts on begins with the people who are there by then. */
export async function setAlerts(context: Deps, { account }: Viewer, id: string, alerts: boolean): Promise<void> {
  const { numUpdatedRows } = await context.db
    .updateTable('saved_searches')
    .set({ alerts, known: sql`'{}'::bigint[]`, alerted_at: null })
    .where('account_id', '=', account.id)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new ApiError('not_found', 'We couldn’t find this search.')
  if (!alerts) return
  const [reader] = await readersAmong(context.db, [account.id])
  const search = reader?.searches.find((each) => each.id === id)
  if (!reader || !search) return
  const marks = await newFor(context, reader, search, MOST_KNOWN)
  await unitOfWork(context, asMember(account.id), ({ tx }) => saveKnown(tx, account.id, search, marks, null))
}

const PAGE_SIZE = 200
/** The job runs once a day, and again after a failure. */
const AT_LEAST_APART = hours(20)

/** Runs each night. Members get it with their other news, at their hour and in their language. */
export async function alertSearches(context: Deps): Promise<void> {
  const before = later(context.clock.now(), -AT_LEAST_APART)
  const pages = pagesById((after) => membersWithAlerts(context.db, before, after, PAGE_SIZE))
  await forEachSeparately(pages, async (ids) =>
    forEachSeparately(await readersAmong(context.db, ids), (reader) => alertReader(context, reader)),
  )
}

async function alertReader(context: Deps, reader: Reader): Promise<void> {
  const found: { search: Search; marks: string[] }[] = []
  for (const search of reader.searches) {
    const marks = await newFor(context, reader, search, MOST_NEW)
    if (marks.length > 0) found.push({ search, marks })
  }
  if (found.length === 0) return
  const { id } = reader.account
  await unitOfWork(context, SYSTEM, async (work) => {
    const current: typeof found = []
    for (const each of found) if (await saveKnown(work.tx, id, each.search, each.marks, work.now)) current.push(each)
    if (current.length > 0) await record(work, noticeOf(id, current))
  })
}

function noticeOf(to: string, found: readonly { search: Search; marks: readonly string[] }[]): Notice {
  const people = new Set(found.flatMap(({ marks }) => marks)).size
  const [only, ...more] = found
  const notice = { to, kind: 'search' as const, topic: 'search' }
  if (!only || more.length > 0) return { ...notice, details: { values: { people } } }
  const { id, name } = only.search
  // Notifications, emails and pushes outlive the search, which a withdrawn consent takes.
  return { ...notice, details: { name, values: { people }, link: `/search?saved=${id}` } }
}

/** A search that its member can't run now, such as one by a paid filter after Premium, finds no one. */
async function newFor(context: Deps, reader: Reader, { query, known }: Search, most: number): Promise<string[]> {
  const parsed = SearchQuery.safeParse(query)
  if (!parsed.success) return []
  const viewer = asViewer(reader)
  try {
    const [fields, values] = await Promise.all([fieldsOf(context), profileValuesOf(context)])
    await assertMaySearch(context, viewer, parsed.data, fields)
    await assertOffered(context, parsed.data.distance)
    const filters = toFilters(context, viewer, parsed.data, { fields, values })
    const criteria = await viewerCriteria(context, viewer)
    return await newMarks(context.indexScanDb, criteria, filters, today(context), { known, most })
  } catch (error) {
    if (error instanceof ApiError) return []
    throw error
  }
}

/** No one is signed in while alerts are found. */
const asViewer = ({ account, profile, consents }: Reader): Viewer => ({
  account,
  profile,
  consents,
  sessionId: '',
  elevatedAt: null,
  secondFactor: false,
  hasSecondFactor: false,
  hasCode: false,
  hasStaffPasskey: false,
  termsVersion: null,
})

const membersWithAlerts = async (db: Db, before: Date, afterId: string, limit: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select account_id as id from saved_searches where alerts and account_id > ${afterId}::uuid
      group by account_id having coalesce(max(alerted_at) < ${before}, true) order by 1 limit ${limit}`.execute(db)
  ).rows.map(({ id }) => id)

/** Only members who can find people now. */
const readersAmong = async (db: Db, ids: readonly string[]): Promise<Reader[]> => {
  const { rows } = await sql<Account & Omit<Reader, 'account'>>`
    select a.*, to_jsonb(p) as profile,
      array(select kind from consents c where c.account_id = a.id and c.withdrawn_at is null) as consents,
      (select jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'query', s.query, 'known', s.known::text[]))
        from saved_searches s where s.account_id = a.id and s.alerts) as searches
    from accounts a join profiles p on p.account_id = a.id join listings l on l.account_id = a.id
    where a.id = any(${ids}::uuid[]) and a.state = 'active'`.execute(db)
  return rows.map(({ profile, consents, searches, ...account }) => ({
    account,
    profile,
    consents,
    searches: searches ?? [],
  }))
}

/** Returns false if the search, or its alerts, ended in the meantime, as with a withdrawn consent. */
async function saveKnown(
  tx: Tx,
  accountId: string,
  { id, known }: Search,
  marks: readonly string[],
  at: Date | null,
): Promise<boolean> {
  const all = [...marks, ...known].slice(0, MOST_KNOWN)
  const { numAffectedRows } = await sql`
    update saved_searches set known = ${all}::bigint[], alerted_at = ${at}
    where account_id = ${accountId} and id = ${id} and alerts`.execute(tx)
  return numAffectedRows === 1n
}
