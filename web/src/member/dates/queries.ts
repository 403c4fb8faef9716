import { queryOptions } from '@tanstack/react-query'
import { readQuery } from '../../api/queries.ts'
import { afterDates, dates } from '../../api/dates-client.ts'

/** Without sockets, plans are polled. */
const POLL_INTERVAL = 60_000

export const planQuery = (matchId: string) =>
  queryOptions({
    ...readQuery(['getDatePlan', matchId], () => dates.getDatePlan({ params: { id: matchId } })),
    refetchInterval: POLL_INTERVAL,
  })

export const openPlansQuery = readQuery(['listDatePlans'], dates.listDatePlans)

export const planSharesQuery = readQuery(['listPlanShares'], dates.listPlanShares)

export const dateQuestionsQuery = readQuery(['listDateQuestions'], afterDates.listDateQuestions)
