import type { Batch } from '@kindred/contract/moderation/batches'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reload, type CallName } from '../../api/queries.ts'
import { backOffice } from '../../api/staff-client.ts'

type Sent = NonNullable<Parameters<typeof backOffice.startBatch>[0]>['body']
/** An action and its items: the selected ones, or all that match the filters. */
export type BulkAction = Sent extends infer S ? (S extends unknown ? Omit<S, 'reason'> : never) : never

const EVERY = 700
const stale: readonly CallName[] = [
  'listUsers',
  'getStatistics',
  'getDossier',
  'listAudit',
  'listReports',
  'getReport',
  'getReportStatistics',
  'getReportHistory',
  'listBatches',
  'listApprovals',
  'getWorkQueue',
]

const pause = () => new Promise((resolve) => setTimeout(resolve, EVERY))

/**
 * Follows a bulk action to its end, even after its dialog has closed, and then refetches the data it may have
 * changed.
 */
function useFollow() {
  const queryClient = useQueryClient()
  return async (batch: Batch, onProgress: (batch: Batch) => void = () => {}): Promise<Batch> => {
    let now = batch
    while (!now.finishedAt && !now.waiting) {
      await pause()
      now = (await backOffice.getBatch({ params: { id: batch._id } })).data.batch
      onProgress(now)
    }
    await reload(queryClient, ...stale)
    return now
  }
}

export function useBulk(action: BulkAction, onFinished: (batch: Batch) => void) {
  const follow = useFollow()
  const [batch, setBatch] = useState<Batch>()
  const [lost, setLost] = useState<unknown>()
  const preview = useQuery({
    queryKey: ['previewBatch', action],
    queryFn: () => backOffice.previewBatch({ body: action }),
    select: ({ data }) => data,
    staleTime: 0,
    gcTime: 0,
  })
  const start = useMutation({
    mutationFn: (reason: string) =>
      backOffice.startBatch({ body: { ...action, ...(reason.trim() ? { reason: reason.trim() } : {}) } }),
  })
  const go = (reason: string) =>
    void start
      .mutateAsync(reason)
      .then(({ data }) => {
        setBatch(data.batch)
        return follow(data.batch, setBatch).then(onFinished, setLost)
      })
      // The mutation reports the error.
      .catch(() => {})
  const stop = useMutation({ mutationFn: async () => batch && backOffice.stopBatch({ params: { id: batch._id } }) })
  return {
    preview,
    starting: start.isPending,
    go,
    stop,
    batch,
    problem: preview.error ?? start.error ?? stop.error ?? lost,
  }
}

/** Resolves once the whole bulk action is undone. */
export function useUndoBatch() {
  const follow = useFollow()
  return async (id: string): Promise<Batch> => follow((await backOffice.undoBatch({ params: { id } })).data.batch)
}
