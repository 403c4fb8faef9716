import { queryOptions } from '@tanstack/react-query'
import { afterDates, dates } from '../../api/dates-client.ts'
import { withRetry } from '../../api/retry.ts'

/** Without sockets, plans are read again by themselves. */
const POLL_INTERVAL = 60_000

export const planQuery = (matchId: string) =>
  queryOptions({
    queryKey: ['getDatePlan', matchId],
    queryFn: () => withRetry(() => dates.getDatePlan({ params: { id: matchId } })),
    refetchInterval: POLL_INTERVAL,
  })

/** Dates to come, and suggestions that wait. */
export const openPlansQuery = queryOptions({
  queryKey: ['listDatePlans'],
  queryFn: () => withRetry(() => dates.listDatePlans()),
})

export const planSharesQuery = queryOptions({
  queryKey: ['listPlanShares'],
  queryFn: () => withRetry(() => dates.listPlanShares()),
})

export const dateQuestionsQuery = queryOptions({
  queryKey: ['listDateQuestions'],
  queryFn: () => withRetry(() => afterDates.listDateQuestions()),
})
