import { setImmediate } from 'node:timers/promises'
import type { Deps } from '../../../deps.ts'
import { knownOf } from '../compatibility/answers.sql.ts'
import { metOf, scoreOf } from '../compatibility/rules.ts'
import { readUsualShare, type Met } from '../compatibility/usual-share.ts'
import { usualGroup, type Standing } from '../deck/rules.ts'
import { groupsLabel } from '../eligibility/rules.ts'
import { latestChoices, standingsOf } from './fits.sql.ts'
import { fillScores, undone, type Choice } from './rules.ts'

const MOST_CHOICES = 200_000
const MOST_SCORES = 20_000
const AT_ONCE = 5000

/** Members of several gender groups have them joined by a plus. */
export type Member = Standing & { genderGroup: string | null; ageFrom: number | null }
/** The latest swipes by time, and everyone's stats before the first of them. */
export type Past = { choices: Choice[]; members: ReadonlyMap<string, Member> }

/** Works in batches, so that requests are answered in between. */
async function inParts<T>(items: readonly T[], work: (part: readonly T[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    await work(items.slice(from, from + AT_ONCE))
    await setImmediate()
  }
}

export async function readMembers(db: Deps['db'], ids: readonly string[]): Promise<Map<string, Member>> {
  const members = new Map<string, Member>()
  await inParts(ids, async (part) => {
    for (const { account_id: id, gave, got, shown, ...row } of await standingsOf(db, part)) {
      const likes = { gaveLikes: row.gave_likes, gotLikes: row.got_likes }
      const groups = { group: usualGroup, genderGroup: groupsLabel(row.shown_to), ageFrom: row.age_from }
      members.set(id, { gave, got, shown, ...likes, ...groups })
    }
  })
  return members
}

export async function readPast({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Past> {
  const rows = await latestChoices(db, clock.now(), MOST_CHOICES)
  const members = await readMembers(db, [
    ...new Set(rows.flatMap(({ chooser_id, chosen_id }) => [chooser_id, chosen_id])),
  ])
  const choices = rows.map((row): Choice => ({
    chooser: row.chooser_id,
    chosen: row.chosen_id,
    likes: row.likes,
    score: null,
  }))
  undone(choices, (id) => members.get(id))
  return { choices, members }
}

export async function addScores({ db }: Pick<Deps, 'db'>, choices: readonly Choice[]): Promise<Met[]> {
  const every = Math.ceil(choices.length / MOST_SCORES)
  const some = choices.filter((_, nth) => nth % every === 0)
  const usual = await readUsualShare(db)
  const met: Met[] = []
  await inParts(some, async (part) => {
    const known = await knownOf(db, [...new Set(part.flatMap(({ chooser, chosen }) => [chooser, chosen]))])
    for (const choice of part) {
      const [one, other] = [known.get(choice.chooser), known.get(choice.chosen)]
      if (!one || !other) continue
      choice.score = scoreOf(one, other, usual)?.score ?? null
      const share = metOf(one, other)
      if (share !== null) met.push({ pair: [choice.chooser, choice.chosen], share })
    }
  })
  fillScores(choices, every)
  return met
}
