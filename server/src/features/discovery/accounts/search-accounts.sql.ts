import { sql, type RawBuilder } from 'kysely'
import { NO_PLAN_CACHE, type Db } from '../../../infra/db/db.ts'
import { folded, hasWords } from '../../../infra/db/search.ts'
import type { UserRow } from './accounts.sql.ts'
import type { SearchFilters } from '../people/search.sql.ts'

export type StaffSearchFilters = Omit<SearchFilters, 'distance'> & { withPictures?: boolean }

function matchesFilters(filters: StaffSearchFilters, today: string): RawBuilder<boolean> {
  const { words, minAge, maxAge, genders, cities, intention, interests, languages, onlineSince } = filters
  const terms: RawBuilder<unknown>[] = [sql`a.state <> 'erased'`]
  if (words) terms.push(hasWords(sql`a.words`, words))
  if (minAge !== undefined) terms.push(sql`a.date_of_birth <= ${today}::date - make_interval(years => ${minAge}::int)`)
  if (maxAge !== undefined)
    terms.push(sql`a.date_of_birth > ${today}::date - make_interval(years => ${maxAge + 1}::int)`)
  if (genders)
    terms.push(
      sql`(a.gender = any(${genders}::text[])
        or a.gender not in ('woman', 'man') and 'non-binary' = any(${genders}::text[]))`,
    )
  if (cities) terms.push(sql`folded(p.city) in (${sql.join(cities.map(folded))})`)
  if (intention) terms.push(sql`p.intention = ${intention}`)
  if (interests) terms.push(sql`lowered(p.interests) @> ${interests}::text[]`)
  if (languages) terms.push(sql`lowered(p.languages) @> ${languages}::text[]`)
  if (filters.withPictures) terms.push(sql`p.pictures <> '[]'`)
  if (filters.verified) terms.push(sql`a.photo_checked_at is not null`)
  if (onlineSince) terms.push(sql`a.id in (select account_id from sightings where seen_at >= ${onlineSince})`)
  return sql<boolean>`${sql.join(terms, sql` and `)}`
}

const both = sql`accounts a left join profiles p on p.account_id = a.id`

export async function findAccounts(
  db: Db,
  filters: StaffSearchFilters,
  today: string,
  { page, limit }: { page: number; limit: number },
  most: number,
): Promise<{ rows: UserRow[]; total: number }> {
  const where = matchesFilters(filters, today)
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<UserRow>`${NO_PLAN_CACHE}
      select a.*, to_jsonb(p) as profile from ${both} where ${where}
      order by a.created_at desc, a.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db),
    sql<{ total: number }>`${NO_PLAN_CACHE}
      select count(*)::int as total from (select from ${both} where ${where} limit ${most}) found`.execute(db),
  ])
  return { rows, total: counted[0]?.total ?? 0 }
}
