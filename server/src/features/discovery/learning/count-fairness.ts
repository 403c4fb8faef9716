import { setImmediate } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../infra/db/db.ts'
import { groupsIn } from '../eligibility/rules.ts'
import { groupKey } from './age-groups.ts'
import { exposureFigures } from './exposure-figures.ts'
import { saveFairness } from './figures.ts'
import { exposuresAfter, goneCards, lostLikes, waitDays } from './fairness.sql.ts'

const AT_ONCE = 20_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

type Group = { gender_group: string; age_from: number; exposures: number[] }

/** The exposures of recently active members, by group. They are read in batches, so that no statement is long. */
async function readGroups(db: Db): Promise<Group[]> {
  const groups = new Map<string, Group>()
  let last: string | undefined = BEFORE_ALL
  while (last !== undefined) {
    const rows = await exposuresAfter(db, last, AT_ONCE)
    for (const { shown_to, age_from, shown, is_active: isActive } of rows)
      for (const gender_group of isActive ? groupsIn(shown_to) : []) {
        const key = groupKey(gender_group, age_from)
        const group = groups.get(key) ?? { gender_group, age_from, exposures: [] }
        groups.set(key, group)
        group.exposures.push(shown)
      }
    last = rows.length === AT_ONCE ? rows.at(-1)?.account_id : undefined
    await setImmediate()
  }
  return [...groups.values()]
}

function meansOf(groups: readonly Group[]): (genderGroup: string) => number {
  const totals = new Map<string, { sum: number; count: number }>()
  for (const { gender_group, exposures } of groups) {
    const before = totals.get(gender_group) ?? { sum: 0, count: 0 }
    const sum = exposures.reduce((all, exposure) => all + exposure, before.sum)
    totals.set(gender_group, { sum, count: before.count + exposures.length })
  }
  return (genderGroup) => {
    const { sum, count } = totals.get(genderGroup) ?? { sum: 0, count: 1 }
    return sum / count
  }
}

export async function countFairness({ db }: Pick<Deps, 'db'>): Promise<void> {
  const groups = await readGroups(db)
  const meanOf = meansOf(groups)
  const by = async (figures: typeof lostLikes) =>
    new Map((await figures(db)).map((row) => [groupKey(row.gender_group, row.age_from), row.figure]))
  const [lost, waits, gone] = [await by(lostLikes), await by(waitDays), await by(goneCards)]
  const rows = groups.map(({ gender_group, age_from, exposures }) => {
    const key = groupKey(gender_group, age_from)
    const figures = exposureFigures(exposures, meanOf(gender_group))
    const shown = (figure: number | undefined) => (figures.members === null ? null : (figure ?? null))
    return {
      genderGroup: gender_group,
      ageFrom: age_from,
      ...figures,
      lostLikes: shown(lost.get(key)),
      waitDays: shown(waits.get(key)),
      goneCards: shown(gone.get(key)),
    }
  })
  await saveFairness(db, rows)
}
