import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'

/** A report as its page shows it. */
export const reportQuery = (id: string) => readQuery(['getReport', id], () => backOffice.getReport({ params: { id } }))
