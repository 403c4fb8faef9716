import { type MonitoringRule, type RuleName, ruleNames, RuleSettings } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { days, later } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { defaultRules } from './defaults.ts'
import { countPeople, findChanged, type RuleRow } from './rules.sql.ts'

type Current = { settings: RuleSettings; row: RuleRow | undefined }

/** A version of an earlier release that no longer fits the contract counts as none. */
function currentOf(name: RuleName, row: RuleRow | undefined): Current {
  const parsed = row && RuleSettings.safeParse(row.settings)
  return { settings: parsed?.success ? parsed.data : defaultRules[name], row }
}

export async function currentRules(db: Db | Tx): Promise<Current[]> {
  const changed = new Map((await findChanged(db)).map((row) => [row.name, row]))
  return ruleNames.map((name) => currentOf(name, changed.get(name)))
}

export async function listRules({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<MonitoringRule[]> {
  const [rules, people] = await Promise.all([currentRules(db), countPeople(db, later(clock.now(), -days(30)))])
  return rules.map(({ settings, row }) => ({
    settings,
    version: row?.version ?? 0,
    changedBy: row?.changer ?? null,
    changedAt: row?.changed_at.toISOString() ?? null,
    people: people.get(settings.name) ?? 0,
  }))
}
