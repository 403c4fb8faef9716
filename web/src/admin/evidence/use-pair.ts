import { callsOf } from '@kindred/contract/calls'
import { pairs } from '@kindred/contract/moderation/pairs'
import type { Report } from '@kindred/contract/moderation/report'
import { useQuery } from '@tanstack/react-query'
import { send } from '../../api/send.ts'
import { readQuery } from '../../api/queries.ts'

export const pairing = callsOf(pairs, send)

/** Both people in a report: their match, blocks, strikes and reports about each other. Undefined while it loads. */
export function usePair({ _id: id, about, user, byRule }: Report) {
  const { data, isLoading } = useQuery({
    ...readQuery(['getReportPair', id], () => pairing.getReportPair({ params: { id } })),
    enabled: Boolean(about?._id && (user._id || byRule)),
    select: (answer) => answer.data.pair,
  })
  return isLoading ? undefined : (data ?? null)
}
