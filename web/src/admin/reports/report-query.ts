import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'

export const reportQuery = (id: string) => readQuery(['getReport', id], () => backOffice.getReport({ params: { id } }))
