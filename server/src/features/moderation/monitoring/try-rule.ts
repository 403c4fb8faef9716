import type { DryRun, RuleSettings } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { days, later, minutes } from '../../../infra/clock.ts'
import { write } from '../../../infra/language/write.ts'
import { audit } from '../../operations/index.ts'
import { asStaff, unitOfWork } from '../../../work.ts'
import { DELETED_MEMBER } from '../reports/to-report.ts'
import { findHits, type Hit } from './find-hits.ts'
import { databaseNow, isBounded } from './monitored.sql.ts'
import { namesOf } from './hits.sql.ts'
import { reasonText } from './reason-text.ts'

const MOST_READ = 50_000
const MOST_FIRST = 100_000
const EXAMPLES = 50

const byPerson = (hits: readonly Hit[]): Hit[] => {
  const newest = new Map<string, Hit>()
  for (const hit of hits.toSorted((one, other) => other.at.getTime() - one.at.getTime()))
    if (!newest.has(hit.accountId)) newest.set(hit.accountId, hit)
  return [...newest.values()]
}

export async function tryRule(
  context: Deps & Answering,
  { account: staff }: Viewer,
  rule: RuleSettings,
): Promise<DryRun> {
  const { replica, clock, budgets, caller } = context
  await budgets.spend([{ key: `dry-run:${staff.id}`, limit: 60, within: minutes(60) }])
  const now = clock.now()
  const since = later(await databaseNow(replica), -days(30))
  const window = { since, from: later(now, -days(30)), most: MOST_READ, messages: MOST_FIRST }
  const hits = await findHits({ db: replica, window, now, active: null }, rule)
  const people = byPerson(hits)
  const names = await namesOf(
    replica,
    people.slice(0, EXAMPLES).map(({ accountId }) => accountId),
  )
  // Recorded because staff find out something about members, although nothing of what they wrote.
  await unitOfWork(context, asStaff(staff.id), (work) =>
    audit(work, { action: 'monitoring.tried', details: { rule: rule.name, people: people.length } }),
  )
  const isPart = rule.name === 'first_messages' && (await isBounded(replica, window, rule.parameters.messages))
  return {
    people: people.length,
    ...(isPart ? { newestMessages: MOST_FIRST } : {}),
    examples: people.slice(0, EXAMPLES).map(({ accountId, at, facts }) => ({
      user: { _id: accountId, name: names.get(accountId) ?? write(caller.language, DELETED_MEMBER) },
      at: at.toISOString(),
      reason: write(caller.language, reasonText(rule.name, facts)),
    })),
  }
}
