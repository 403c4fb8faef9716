import { Fairness } from '@kindred/contract'
import * as z from 'zod/mini'
import type { Db } from '../../../infra/db/db.ts'
import { factOf, saveFact } from '../../operations/index.ts'
import { groupKey } from './age-groups.ts'
import type { Effect } from './effects.ts'

// The nightly stats for the page about ranking: two facts, each of which replaces that of the night before.

const FAIRNESS = 'order.fairness'
const EFFECTS = 'order.effects'
const fairness = z.array(z.omit(Fairness, { effect: true }))
const effects = z.record(z.string(), Fairness.shape.effect)

export const saveFairness = (db: Db, groups: readonly Omit<Fairness, 'effect'>[]) => saveFact(db, FAIRNESS, groups)

export const saveEffects = (db: Db, groups: ReadonlyMap<string, Effect>) =>
  saveFact(db, EFFECTS, Object.fromEntries(groups))

/**
 * A group without stats has no effect either. If another release counted other stats, there are none until the night.
 */
export async function readFairness(db: Db): Promise<Fairness[]> {
  const groups = fairness.safeParse(await factOf(db, FAIRNESS)).data ?? []
  const effectOf = effects.safeParse(await factOf(db, EFFECTS)).data ?? {}
  return groups
    .toSorted((a, b) => a.genderGroup.localeCompare(b.genderGroup) || a.ageFrom - b.ageFrom)
    .map((group) => ({
      ...group,
      effect: group.members === null ? null : (effectOf[groupKey(group.genderGroup, group.ageFrom)] ?? null),
    }))
}
