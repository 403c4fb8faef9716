import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'
import { hasWords } from '../../../infra/db/search.ts'
import { NOT_SPECIFIED } from '../../operations/index.ts'

export type AccountFilters = {
  search?: string | undefined
  status: 'all' | 'active' | 'inactive' | 'online' | 'verified'
  type: 'all' | 'vip' | 'free'
  joined?: { from: Date; before: Date } | undefined
  before?: Date | undefined
  gender?: string | undefined
  /** Born after the first day, and no later than the second. */
  born?: { after: string; until: string } | undefined
  complete?: boolean | undefined
}

export const isEveryone = ({ status, type, ...others }: AccountFilters): boolean =>
  status === 'all' && type === 'all' && Object.values(others).every((other) => !other)

export function matchesAccountFilters(filters: AccountFilters, onlineSince: Date, now: Date): RawBuilder<boolean> {
  const { search, status, type, joined, before, gender, born, complete } = filters
  const terms: RawBuilder<unknown>[] = [sql`a.state <> 'erased'`]
  if (search) terms.push(hasWords(sql`a.words`, search))
  if (status === 'active') terms.push(sql`a.state in ('active', 'paused')`)
  if (status === 'inactive') terms.push(sql`a.state not in ('active', 'paused')`)
  if (status === 'online') terms.push(sql`a.id in (select account_id from sightings where seen_at >= ${onlineSince})`)
  if (status === 'verified') terms.push(sql`a.email_verified_at is not null`)
  if (type === 'vip') terms.push(sql`a.premium_until > ${now}`)
  if (type === 'free') terms.push(sql`(a.premium_until is null or a.premium_until <= ${now})`)
  if (joined) terms.push(sql`a.created_at >= ${joined.from} and a.created_at < ${joined.before}`)
  if (before) terms.push(sql`a.created_at < ${before}`)
  if (born) terms.push(sql`a.date_of_birth > ${born.after}::date and a.date_of_birth <= ${born.until}::date`)
  if (gender === NOT_SPECIFIED) terms.push(sql`a.gender is null`)
  else if (gender) terms.push(sql`a.gender = ${gender.toLowerCase()}`)
  if (complete) terms.push(sql`a.complete`)
  return sql<boolean>`${sql.join(terms, sql` and `)}`
}

export async function boundsOf(db: Db, period: string, zone: string): Promise<{ from: Date; before: Date }> {
  const [begins, step] = period.length === 7 ? [`${period}-01`, '1 month'] : [period, '1 day']
  const { rows } = await sql<{ from: Date; before: Date }>`
    select ${begins}::timestamp at time zone ${zone} as from,
      (${begins}::timestamp + ${step}::interval) at time zone ${zone} as before`.execute(db)
  const [bounds] = rows
  if (!bounds) throw new Error('A select without a table returns one row.')
  return bounds
}
