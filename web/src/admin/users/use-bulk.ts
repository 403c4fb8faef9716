import type { Batch } from '@kindred/contract/batches'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { office } from '../../api/office-client.ts'
import { asQuery, useUsersChanged, type Decision, type Filters } from './use-users.ts'

/** Those who are chosen one by one, or everybody who fits. */
export type Whom = { ids: readonly string[] } | { filters: Partial<Filters> }

const body = (whom: Whom, action: Decision) => {
  if ('ids' in whom) return { action, ids: [...whom.ids] }
  const { sort: _sort, ...filters } = whom.filters
  return { action, filters: asQuery(filters) as never }
}

const EVERY = 700

/** A decision about many: what would come of it, then the work itself, which goes on whether one looks or not. */
export function useBulk(whom: Whom, action: Decision, onFinished: (batch: Batch) => void) {
  const changed = useUsersChanged()
  const [id, setId] = useState<string>()
  const preview = useQuery({
    queryKey: ['previewBatch', whom, action],
    queryFn: () => office.previewBatch({ body: body(whom, action) }),
    select: ({ data }) => data,
    staleTime: 0,
    gcTime: 0,
  })
  const start = useMutation({
    mutationFn: (reason: string) =>
      office.startBatch({ body: { ...body(whom, action), ...(reason.trim() ? { reason: reason.trim() } : {}) } }),
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

/** Takes a batch back; what it comes to is told by the lists, as it happens. */
export function useUndoBatch() {
  const changed = useUsersChanged()
  return async (id: string): Promise<void> => {
    const { data } = await office.undoBatch({ params: { id } })
    let { batch } = data
    while (!batch.finishedAt) {
      await new Promise((resolve) => setTimeout(resolve, EVERY))
      ;({ batch } = (await office.getBatch({ params: { id: batch._id } })).data)
    }
    await changed()
  }
}
