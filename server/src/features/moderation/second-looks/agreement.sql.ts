import type { SecondAnswer } from '@kindred/contract'
import { sql } from 'kysely'
import type { Db } from '../../../infra/db/db.ts'

export type AgreementRow = {
  of: 'all' | 'kind' | 'rule'
  kind: SecondAnswer | null
  rule: number | null
  title: string | null
  answered: number
  agreed: number
}

export const countAgreement = async (db: Db, since: Date): Promise<AgreementRow[]> =>
  (
    await sql<AgreementRow>`
      select case grouping(d.kind, d.rule) when 1 then 'kind' when 2 then 'rule' else 'all' end as of, d.kind, d.rule,
        max(d.rule_title) as title, count(*)::int as answered,
        case grouping(d.kind, d.rule) when 1 then count(*) filter (where l.same_kind)
          when 2 then count(*) filter (where l.same_rule)
          else count(*) filter (where l.same_kind and l.same_rule) end::int as agreed
      from second_looks l join decisions d on d.id = l.decision_id
      where l.answered_at >= ${since}
      group by grouping sets ((), (d.kind), (d.rule)) order by answered desc, d.kind, d.rule`.execute(db)
  ).rows
