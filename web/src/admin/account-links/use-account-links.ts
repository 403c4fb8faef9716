import type { AccountLink, LinkOutcome } from '@kindred/contract/moderation/account-links'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { linkCalls } from '../../api/account-links-client.ts'
import { errorText } from '../../api/error-text.ts'
import { reload } from '../../api/queries.ts'
import { withRetry } from '../../api/retry.ts'
import { toast } from '../../ui/toast.tsx'

const EVERY = 60_000

export const useAccountLinks = (isOpen: boolean) =>
  useInfiniteQuery({
    queryKey: ['listAccountLinks', isOpen],
    queryFn: ({ pageParam }) =>
      withRetry(() =>
        linkCalls.listAccountLinks({
          query: { ...(pageParam ? { before: pageParam } : {}), ...(isOpen ? { open: 'true' } : {}) },
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.nextBefore,
    refetchInterval: EVERY,
  })

export const useLinksOf = (id: string) =>
  useQuery({
    queryKey: ['listLinksOf', id],
    queryFn: () => withRetry(() => linkCalls.listLinksOf({ params: { id } })),
    select: ({ data }) => data.links,
  })

type Decision = { link: AccountLink; outcome: LinkOutcome }

export function useDecideLink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ link: { _id: id, version }, outcome }: Decision) =>
      linkCalls.decideAccountLink({ params: { id }, body: { outcome }, ifMatch: version }),
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () => reload(queryClient, 'listAccountLinks', 'listLinksOf', 'getWorkQueue', 'listAudit'),
  })
}
