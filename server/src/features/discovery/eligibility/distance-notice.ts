import { message } from '@kindred/contract'
import type { Answering } from '../../../http/caller.ts'
import { write } from '../../../infra/language/write.ts'

const FEWER = message('You hide how far away you are, so people who filter by distance won’t find you.')
const NO_ONE = message(
  'You hide how far away you are and filter by distance, so no one finds you. ' +
    'Remove the limit, or show how far away you are.',
)

/**
 * A notice for members who hide their distance. Two people share one distance, so if either hides it, neither's limit
 * may apply (eligibility.sql.ts): with a limit of their own, no one finds them.
 */
export function distanceNotice(
  { caller: { language, gender } }: Answering,
  { hidesDistance, reach }: { hidesDistance: boolean; reach: number | null },
) {
  if (!hidesDistance) return null
  if (reach === null) return { kind: 'seen_by_fewer' as const, text: write(language, FEWER, gender) }
  return { kind: 'unseen' as const, text: write(language, NO_ONE, gender) }
}
