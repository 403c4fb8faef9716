import { distances, type Preferences, message, type MessageDescriptor } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { write } from '../../../infra/language/write.ts'
import { OLDEST, YOUNGEST } from '../../profiles/index.ts'
import { today, viewerCriteria, type ViewerCriteria } from '../eligibility/viewer-criteria.ts'
import { countEligible } from './candidates.sql.ts'

type Change = Partial<ViewerCriteria>
type Count = (change: Change) => Promise<number>

export async function filterCosts(context: Deps & Answering, viewer: Viewer) {
  const criteria = viewerCriteria(context, viewer)
  const count: Count = (change) => countEligible(context.indexScanDb, { ...criteria, ...change }, today(context))
  const fitting = await count({})
  const filters = await Promise.all(
    withoutEach(criteria).map(async ([name, change]) => ({
      name,
      hides: Math.max(0, (await count(change)) - fitting),
    })),
  )
  return {
    fitting,
    filters,
    suggestion: await bestChange(criteria, fitting, count, context.caller.language),
    withoutFilters: fitting === 0 ? await everyoneHidden(count) : null,
  }
}

async function everyoneHidden(count: Count) {
  const people = await count({ ageMin: YOUNGEST, ageMax: OLDEST, reach: null, filters: {} })
  const change: Partial<Preferences> = { ageMin: YOUNGEST, ageMax: OLDEST, distance: null, dealbreakers: {} }
  return people > 0 ? { people, change } : null
}

function withoutEach({ reach, filters }: ViewerCriteria): [name: string, change: Change][] {
  const without = (name: string): Change => ({
    filters: Object.fromEntries(Object.entries(filters).filter(([key]) => key !== name)),
  })
  const distance: [string, Change][] = reach === null ? [] : [['distance', { reach: null }]]
  return [
    ['age', { ageMin: YOUNGEST, ageMax: OLDEST }],
    ['gender', { wants: ['woman', 'man', 'non-binary'] }],
    ...distance,
    ...Object.keys(filters).map((name): [string, Change] => [name, without(name)]),
  ]
}

type Step = { text: MessageDescriptor; change: Partial<Preferences>; as: Change }

function stepsFrom({ ageMin, ageMax, reach }: ViewerCriteria): Step[] {
  const farther = reach === null ? undefined : distances.find((each) => each > reach)
  const [younger, older] = [Math.max(YOUNGEST, ageMin - 2), Math.min(OLDEST, ageMax + 2)]
  return [
    ...(farther
      ? [
          {
            text: message('Look up to {km} km away', { km: farther }),
            change: { distance: farther },
            as: { reach: farther },
          },
        ]
      : []),
    ...(ageMax < OLDEST
      ? [
          {
            text: message('Include people up to age {age}', { age: ageMax + 2 }),
            change: { ageMax: older },
            as: { ageMax: ageMax + 2 },
          },
        ]
      : []),
    ...(ageMin > YOUNGEST
      ? [
          {
            text: message('Include people from age {age}', { age: younger }),
            change: { ageMin: younger },
            as: { ageMin: ageMin - 2 },
          },
        ]
      : []),
  ]
}

async function bestChange(criteria: ViewerCriteria, fitting: number, count: Count, language: Language) {
  const gains = await Promise.all(
    stepsFrom(criteria).map(async ({ text, change, as }) => ({
      text: write(language, text),
      change,
      gains: (await count(as)) - fitting,
    })),
  )
  const best = gains.toSorted((a, b) => b.gains - a.gains)[0]
  return best && best.gains > 0 ? best : null
}
