import type { Deps } from '../../../deps.ts'
import { knownOf } from './answers.sql.ts'
import { toInterval } from './compare.ts'
import { scoreOf } from './rules.ts'
import { toReasons } from './to-reasons.ts'

const MOST_REASONS = 40

/** How a score came about, with all of its reasons. */
export async function explainScore({ db }: Pick<Deps, 'db'>, viewerId: string, otherId: string) {
  const known = await knownOf(db, [viewerId, otherId])
  const [me, them] = [known.get(viewerId), known.get(otherId)]
  const score = me && them ? scoreOf(me, them) : null
  if (!me || !them || !score)
    return {
      compatibilityScore: null,
      interval: null,
      reasons: [],
      theyMeet: null,
      youMeet: null,
      explanation: 'Nothing is known yet that both of you have said. A few answers to the questions change that.',
    }
  return {
    compatibilityScore: score.score,
    interval: toInterval(score),
    reasons: toReasons(me, them, MOST_REASONS),
    theyMeet: score.theyMeet,
    youMeet: score.youMeet,
    explanation:
      'Each of your wishes counts as much as you said that it matters. The score is the middle of what they meet ' +
      'of yours and what you meet of theirs, drawn toward 50 as long as you have few answers in common. It says ' +
      'what you agree on. It is no promise that you will like each other.',
  }
}
