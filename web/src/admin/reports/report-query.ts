import { queryOptions } from '@tanstack/react-query'
import { backOffice } from '../../api/staff-client.ts'
import { withRetry } from '../../api/retry.ts'

/** A report as its page shows it. */
export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: ['getReport', id],
    queryFn: () => withRetry(() => backOffice.getReport({ params: { id } })),
  })
