import { linkWeights } from '@kindred/contract'
import { hours, later } from '../infra/clock.ts'
import type { Work } from '../work.ts'
import type { Character } from './community.ts'

/**
 * Adds a new member who resembles a banned one. If the demo is too small for a ban, the other member is in good
 * standing, as after a ban that was overturned.
 */
export async function addAccountLinks(
  { tx, now }: Work,
  people: readonly Character[],
  ids: readonly string[],
): Promise<void> {
  const inState = (state: Character['state']) => ids.filter((_, at) => at > 0 && people[at]?.state === state)
  const [accountId] = inState('active').slice(-2)
  const bannedId = inState('banned')[0] ?? inState('active')[4]
  if (!accountId || !bannedId || accountId === bannedId) return
  const signals = (['text', 'device'] as const).map((kind) => ({ kind, weight: linkWeights[kind] }))
  await tx
    .insertInto('account_links')
    .values({
      account_id: accountId,
      banned_id: bannedId,
      signals: JSON.stringify(signals),
      weight: linkWeights.text + linkWeights.device,
      found_at: later(now, -hours(5)),
    })
    .execute()
}
