import { sql, type RawBuilder } from 'kysely'
import { PLANNED_ANEW, type Db } from '../../../infra/db/db.ts'
import { folded, hasWords } from '../../../infra/db/search.ts'
import type { UserRow } from './accounts.sql.ts'
import type { Wish } from '../people/queries.ts'

/** What of a search makes sense for whoever stands nowhere: no distance. */
export type OfficeWish = Omit<Wish, 'distance'> & { withPictures?: boolean }

/** Accounts `a` with their profiles `p`, by what people say of themselves, whether or not they show it. */
function fitting(wish: OfficeWish, today: string): RawBuilder<boolean> {
  const { words, minAge, maxAge, genders, city, intention, interests, languages, onlineSince } = wish
  const terms: RawBuilder<unknown>[] = [sql`a.state <> 'erased'`]
  if (words) terms.push(hasWords(sql`a.words`, words))
  if (minAge !== undefined) terms.push(sql`a.date_of_birth <= ${today}::date - make_interval(years => ${minAge}::int)`)
  if (maxAge !== undefined)
    terms.push(sql`a.date_of_birth > ${today}::date - make_interval(years => ${maxAge + 1}::int)`)
  if (genders)
    terms.push(
      sql`(a.gender = any(${genders}::text[]) or a.gender is not null and gender_group(a.gender) = any(${genders}::text[]))`,
    )
  if (city) terms.push(sql`folded(p.city) = ${folded(city)}`)
  if (intention) terms.push(sql`p.intention = ${intention}`)
  if (interests) terms.push(sql`lowered(p.interests) @> ${interests}::text[]`)
  if (languages) terms.push(sql`lowered(p.languages) @> ${languages}::text[]`)
  if (wish.withPictures) terms.push(sql`p.pictures <> '[]'`)
  if (wish.verified) terms.push(sql`a.photo_checked_at is not null`)
  if (onlineSince) terms.push(sql`a.id in (select account_id from sightings where seen_at >= ${onlineSince})`)
  return sql<boolean>`${sql.join(terms, sql` and `)}`
}

const both = sql`accounts a left join profiles p on p.account_id = a.id`

/** One page of them, the newest first; how many there are is counted to `most`. */
export async function findAccounts(
  db: Db,
  wish: OfficeWish,
  today: string,
  { page, limit }: { page: number; limit: number },
  most: number,
): Promise<{ rows: UserRow[]; total: number }> {
  const where = fitting(wish, today)
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<UserRow>`${PLANNED_ANEW}
      select a.*, to_jsonb(p) as profile from ${both} where ${where}
      order by a.created_at desc, a.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`${PLANNED_ANEW}
      select count(*)::int as total from (select from ${both} where ${where} limit ${most}) found`.execute(db),
  ])
  return { rows, total: counted[0]!.total }
}
