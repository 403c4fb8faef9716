import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { connectLive, onServerEvent } from '../../api/live.ts'
import { backOffice } from '../../api/staff-client.ts'
import { useFormats } from '../../ui/use-formats.ts'

const EVERY = 15_000

/** Colleagues who have this report open, and the one who claimed it. Each request also counts the viewer. */
export function useWatchers(id: string) {
  const queryClient = useQueryClient()
  useEffect(() => {
    connectLive(queryClient)
    return onServerEvent((event) => {
      if (event.type === 'reports.changed' || (event.type === 'report.watched' && event.reportId === id))
        void queryClient.invalidateQueries({ queryKey: ['watchReport', id] })
    })
  }, [queryClient, id])
  return useQuery({
    queryKey: ['watchReport', id],
    queryFn: () => backOffice.watchReport({ params: { id } }),
    select: ({ data }) => data,
    refetchInterval: EVERY,
    staleTime: 0,
  })
}

export function Watchers({ id }: { id: string }) {
  const { t } = useLingui()
  const { list } = useFormats()
  const others = useWatchers(id).data?.others ?? []
  const names = list(others.map(({ name }) => name))
  return (
    <p role="status" className="flex items-center gap-2 font-medium empty:sr-only">
      {others.length > 0 && (
        <>
          <Eye className="icon" />
          <span>{t`Also viewing: ${names}`}</span>
        </>
      )}
    </p>
  )
}
