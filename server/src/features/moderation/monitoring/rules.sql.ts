import type { RuleName, RuleSettings } from '@kindred/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../infra/db/db.ts'

export type RuleRow = {
  name: string
  version: number
  settings: unknown
  changed_at: Date
  changer: string | null
}

export async function findChanged(db: Db | Tx): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    select distinct on (r.name) r.name, r.version, r.settings, r.changed_at, trim(p.full_name) as changer
    from monitoring_rules r left join identity_people p on p.id = r.changed_by
    order by r.name, r.version desc`.execute(db)
  return rows
}

type Change = { version: number; changed_by: string; changed_at: Date }

export const insertVersion = (tx: Tx, settings: RuleSettings, change: Change) =>
  tx
    .insertInto('monitoring_rules')
    .values({ name: settings.name, settings: JSON.stringify(settings), ...change })
    .execute()

export async function countPeople(db: Db, since: Date): Promise<Map<string, number>> {
  const { rows } = await sql<{ rule: RuleName; people: number }>`
    select rule, count(distinct account_id)::int as people
    from monitoring_hits where at >= ${since} group by 1`.execute(db)
  return new Map(rows.map(({ rule, people }) => [rule, people]))
}
