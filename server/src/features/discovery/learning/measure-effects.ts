import type { Deps } from '../../../deps.ts'
import { readOrder } from '../deck/order-groups.sql.ts'
import { groupKey } from './age-groups.ts'
import { effectsOf, unlearned, type JudgedCard } from './effects.ts'
import { saveEffects } from './figures.ts'
import { versionInUse } from './fits.sql.ts'
import { examplesWith, heldOutOf } from './held-out.ts'
import type { Past } from './read-choices.ts'

/** Measured on the swipes that a fit is tried on. */
export async function measureEffects({ db }: Pick<Deps, 'db'>, past: Past): Promise<void> {
  const [inUse, { version }] = await Promise.all([readOrder(db), versionInUse(db)])
  const { choices, from } = heldOutOf(past)
  const [after, before] = [inUse, unlearned].map((order) => [...examplesWith(past, order, from)])
  const cards = choices.flatMap(({ chooser, chosen }, nth): JudgedCard[] => {
    const [learned, original] = [after?.[nth], before?.[nth]]
    if (!learned || !original) return []
    const { genderGroup, ageFrom } = past.members.get(chosen) ?? { genderGroup: null, ageFrom: null }
    const groups = ageFrom === null ? [] : (genderGroup?.split('+') ?? []).map((each) => groupKey(each, ageFrom))
    return [{ viewer: chooser, person: chosen, groups, learned, unlearned: original }]
  })
  await saveEffects(db, version === 0 ? new Map() : effectsOf(cards))
}
