import { useQuery } from '@tanstack/react-query'
import { readQuery } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'

const query = { ...readQuery(['listColleagues'], backOffice.listColleagues), staleTime: 5 * 60_000 }

/** The staff who can read reports. */
export const useColleagues = () => useQuery(query).data?.data.colleagues ?? []
