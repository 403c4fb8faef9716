import type { Batch } from '@kindred/contract/batches'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { office } from '../../api/office-client.ts'

type Sent = NonNullable<Parameters<typeof office.startBatch>[0]>['body']
/** What is to be done, and to whom: those who are named, or everybody who fits. */
export type Wish = Sent extends infer S ? (S extends unknown ? Omit<S, 'reason'> : never) : never

const EVERY = 700
const stale = [
  'listUsers',
  'getStatistics',
  'getDossier',
  'listAudit',
  'listReports',
  'getReport',
  'getReportStatistics',
  'getReportHistory',
]

/** Whatever shows what was decided about is old. */
function useChanged() {
  const queryClient = useQueryClient()
  return () => Promise.all(stale.map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
}

/** A decision about many: what would come of it, then the work itself, which goes on whether one looks or not. */
export function useBulk(wish: Wish, onFinished: (batch: Batch) => void) {
  const changed = useChanged()
  const [id, setId] = useState<string>()
  const preview = useQuery({
    queryKey: ['previewBatch', wish],
    queryFn: () => office.previewBatch({ body: wish as Sent }),
    select: ({ data }) => data,
    staleTime: 0,
    gcTime: 0,
  })
  const start = useMutation({
    mutationFn: (reason: string) =>
      office.startBatch({ body: { ...wish, ...(reason.trim() ? { reason: reason.trim() } : {}) } as Sent }),
    onSuccess: ({ data }) => setId(data.batch._id),
  })
  const stop = useMutation({ mutationFn: () => office.stopBatch({ params: { id: id! } }) })
  const progress = useQuery({
    queryKey: ['getBatch', id],
    queryFn: () => office.getBatch({ params: { id: id! } }),
    select: ({ data }) => data.batch,
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data?.data.batch.finishedAt ? false : EVERY),
  })
  const batch = progress.data ?? start.data?.data.batch
  const ended = progress.data?.finishedAt ? progress.data : undefined
  useEffect(() => {
    if (ended) void changed().then(() => onFinished(ended))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when it has ended
  }, [ended?._id])
  return { preview, start, stop, batch, problem: preview.error ?? start.error ?? progress.error }
}

/** Takes a batch back, and is done when all of it is. */
export function useUndoBatch() {
  const changed = useChanged()
  return async (id: string): Promise<void> => {
    let { batch } = (await office.undoBatch({ params: { id } })).data
    while (!batch.finishedAt) {
      await new Promise((resolve) => setTimeout(resolve, EVERY))
      ;({ batch } = (await office.getBatch({ params: { id: batch._id } })).data)
    }
    await changed()
  }
}
