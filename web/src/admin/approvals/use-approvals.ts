import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesQuery } from '../load-older.tsx'
import { backOffice } from '../../api/staff-client.ts'

/** Administrators who approve requests keep the back office open, so polling once a minute is enough. */
const EVERY = 60_000

export const useApprovals = () =>
  useInfiniteQuery({
    ...pagesQuery(['listApprovals'], (before) => backOffice.listApprovals({ query: { before } })),
    refetchInterval: EVERY,
  })
