import { callsOf } from '@kindred/contract/calls'
import { type AccountLink, accountLinks, type LinkOutcome } from '@kindred/contract/moderation/account-links'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pagesQuery } from '../load-older.tsx'
import { send } from '../../api/send.ts'
import { errorText } from '../../api/error-text.ts'
import { readQuery, reload } from '../../api/queries.ts'
import { toast } from '../../ui/toast.tsx'
import { useDecisionToast } from '../case/decision-toast.ts'

const linkCalls = callsOf(accountLinks, send)

const EVERY = 60_000

export const useAccountLinks = (isOpen: boolean) =>
  useInfiniteQuery({
    ...pagesQuery(['listAccountLinks', isOpen], (before) =>
      linkCalls.listAccountLinks({
        query: { before, ...(isOpen ? { open: 'true' } : {}) },
      }),
    ),
    refetchInterval: EVERY,
  })

export const useLinksOf = (id: string, enabled: boolean) =>
  useQuery({
    enabled,
    ...readQuery(['listLinksOf', id], () => linkCalls.listLinksOf({ params: { id } })),
    select: ({ data }) => data.links,
  })

type Decision = { link: Pick<AccountLink, '_id' | 'version'>; outcome: LinkOutcome | 'open' }

export function useDecideLink() {
  const queryClient = useQueryClient()
  const toldDecision = useDecisionToast()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ link: { _id: id, version }, outcome }: Decision) =>
      linkCalls.decideAccountLink({ params: { id }, body: { outcome }, ifMatch: version }),
    onSuccess: ({ data: { link } }, { outcome }) => toldDecision(outcome, () => mutate({ link, outcome: 'open' })),
    onError: (error) => toast({ text: errorText(error), bad: true }),
    onSettled: () => reload(queryClient, 'listAccountLinks', 'listLinksOf', 'getWorkQueue', 'listAudit'),
  })
  return { mutate, isPending }
}
