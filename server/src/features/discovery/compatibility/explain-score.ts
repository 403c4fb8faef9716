import { message } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import { write } from '../../../infra/language/write.ts'
import { knownOf } from './answers.sql.ts'
import { toInterval } from './compare.ts'
import { scoreOf } from './rules.ts'
import { toReasons } from './to-reasons.ts'
import { usualShare } from './usual-share.ts'

const MOST_REASONS = 40

const HOW_IT_IS_MADE = message(
  'Each answer counts as much as you said it matters. The score averages how well they fit what you’re looking ' +
    'for and how well you fit what they’re looking for. The fewer answers you have in common, the closer it stays ' +
    'to what’s usual here. It shows where you agree; it can’t promise a spark.',
)

export async function explainScore(
  context: Pick<Deps, 'db' | 'memory'> & Answering,
  viewerId: string,
  otherId: string,
) {
  const { language, gender } = context.caller
  const [known, usual] = await Promise.all([knownOf(context.db, [viewerId, otherId]), usualShare(context)])
  const [me, them] = [known.get(viewerId), known.get(otherId)]
  const score = me && them ? scoreOf(me, them, usual) : null
  if (!me || !them || !score)
    return {
      compatibilityScore: null,
      interval: null,
      reasons: [],
      theyMeet: null,
      youMeet: null,
      explanation: write(
        language,
        message('You two have nothing in common to compare yet. Answer a few questions to see how you match.'),
        gender,
      ),
    }
  return {
    compatibilityScore: score.score,
    interval: toInterval(score),
    reasons: toReasons(me, them, MOST_REASONS, language),
    theyMeet: score.theyMeet,
    youMeet: score.youMeet,
    explanation: write(language, HOW_IT_IS_MADE),
  }
}
