import { type MonitoringRule, type RuleName, ruleNames, RuleSettings } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { days, later } from '../../../infra/clock.ts'
import type { Db, Tx } from '../../../infra/db/db.ts'
import { write } from '../../../infra/language/write.ts'
import { defaultRules } from './defaults.ts'
import { countPeople, findChanged, type RuleRow } from './rules.sql.ts'
import { signalName } from './signal-names.ts'

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

const MANY = 5000

const peopleFound = ({ db, clock, memory }: Pick<Deps, 'db' | 'clock' | 'memory'>): Promise<Map<string, number>> =>
  memory.cache(
    'people found by rules',
    () => countPeople(db, later(clock.now(), -days(30))),
    (people) => [...people.values()].some((count) => count > MANY),
  )

const signalNames = (settings: RuleSettings, language: Language): Pick<MonitoringRule, 'signalNames'> =>
  settings.name === 'first_messages'
    ? {
        signalNames: Object.fromEntries(
          settings.parameters.signals.map(({ name }) => [name, write(language, signalName(name))]),
        ),
      }
    : {}

type Listing = Pick<Deps, 'db' | 'clock' | 'memory'> & Answering

export async function listRules(context: Listing): Promise<MonitoringRule[]> {
  const [rules, people] = await Promise.all([currentRules(context.db), peopleFound(context)])
  return rules.map(({ settings, row }) => ({
    settings,
    version: row?.version ?? 0,
    changedBy: row?.changer ?? null,
    changedAt: row?.changed_at.toISOString() ?? null,
    people: people.get(settings.name) ?? 0,
    ...signalNames(settings, context.caller.language),
  }))
}
