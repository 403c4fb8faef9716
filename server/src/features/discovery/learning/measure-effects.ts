import type { Deps } from '../../../deps.ts'
import { SYSTEM, unitOfWork } from '../../../work.ts'
import { readOrder } from '../deck/order-groups.sql.ts'
import { groupKey } from './age-groups.ts'
import { effectsOf, unlearned, type JudgedCard } from './effects.ts'
import { replaceEffects } from './effects.sql.ts'
import { versionInUse } from './fits.sql.ts'
import { examplesWith, heldOutOf } from './held-out.ts'
import type { Past } from './read-choices.ts'

type Group = { gender_group: string; age_from: number }

/** Saves by how much the parameters in use move each group, on the choices that a fit is tried on. */
export async function measureEffects(context: Pick<Deps, 'db' | 'clock' | 'log'>, past: Past): Promise<void> {
  const { db } = context
  const [inUse, { version }] = await Promise.all([readOrder(db), versionInUse(db)])
  const { choices, from } = heldOutOf(past)
  const [after, before] = [inUse, unlearned].map((order) => [...examplesWith(past, order, from)])
  const groups = new Map<string, Group>()
  const cards = choices.flatMap(({ chooser, chosen }, nth): JudgedCard[] => {
    const [learned, original] = [after?.[nth], before?.[nth]]
    if (!learned || !original) return []
    const { genderGroup, ageFrom } = past.members.get(chosen) ?? { genderGroup: null, ageFrom: null }
    const own =
      ageFrom === null ? [] : (genderGroup?.split('+') ?? []).map((each) => ({ gender_group: each, age_from: ageFrom }))
    const keys = own.map((group) => groupKey(group.gender_group, group.age_from))
    for (const [at, group] of own.entries()) groups.set(keys[at] ?? '', group)
    return [{ viewer: chooser, person: chosen, groups: keys, learned, unlearned: original }]
  })
  const effects = version === 0 ? new Map<string, never>() : effectsOf(cards)
  const rows = [...effects].flatMap(([key, effect]) => {
    const group = groups.get(key)
    return group ? [{ ...group, ...effect }] : []
  })
  await unitOfWork(context, SYSTEM, ({ tx, now }) => replaceEffects(tx, rows, now))
}
