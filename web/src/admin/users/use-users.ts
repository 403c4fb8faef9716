import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { office } from '../../api/office-client.ts'
import { withRetry } from '../../api/retry.ts'
import { paths } from '../../paths.ts'

export const statuses = ['all', 'active', 'inactive', 'online', 'verified'] as const
export const types = ['all', 'vip', 'free'] as const
export type Filters = { search: string; status: (typeof statuses)[number]; type: (typeof types)[number] }

const LIMIT = '1000'
const among = <T extends string>(all: readonly T[], value: unknown): T =>
  all.includes(value as T) ? (value as T) : all[0]!

/** The users screen: filters in the address, the list and the figures from the server. */
export function useUsers() {
  const asked = useSearch({ strict: false }) as { search?: string; status?: string; type?: string }
  const filters: Filters = {
    search: asked.search ?? '',
    status: among(statuses, asked.status),
    type: among(types, asked.type),
  }
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

  const users = useQuery({
    queryKey: ['listUsers', filters],
    queryFn: () => withRetry(() => office.listUsers({ query: { ...filters, page: '1', limit: LIMIT } })),
    placeholderData: keepPreviousData,
  })
  const figures = useQuery({
    queryKey: ['getStatistics', timeZone],
    queryFn: () => withRetry(() => office.getStatistics({ query: { timeZone } })),
  })

  const filter = (change: Partial<Filters>) => {
    const next = { ...filters, ...change }
    const search = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '' && value !== 'all'))
    void navigate({ to: paths.users, search: search as never, replace: true })
  }
  const decide = useMutation({
    mutationFn: ({ id, reason, to }: { id: string; reason: string; to: 'activate' | 'deactivate' }) => {
      const input = { params: { id }, body: reason.trim() ? { reason } : {} }
      return to === 'activate' ? office.activateUser(input) : office.deactivateUser(input)
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['listUsers'] }),
        queryClient.invalidateQueries({ queryKey: ['getStatistics'] }),
      ]),
  })
  return { filters, filter, users, figures: figures.data?.data, decide }
}
