import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { connectLive, onServerEvent } from '../../api/live.ts'
import { backOffice } from '../../api/staff-client.ts'
import { noteClass } from '../../ui/pieces.tsx'
import { useFormats } from '../../ui/use-formats.ts'

const EVERY = 15_000

/** Colleagues who have this report open. Each request also counts the viewer. */
export function Watchers({ id }: { id: string }) {
  const { t } = useLingui()
  const { list } = useFormats()
  const queryClient = useQueryClient()
  const { data: others = [] } = useQuery({
    queryKey: ['watchReport', id],
    queryFn: () => backOffice.watchReport({ params: { id } }),
    select: ({ data }) => data.others,
    refetchInterval: EVERY,
    staleTime: 0,
  })
  useEffect(() => {
    connectLive(queryClient)
    return onServerEvent((event) => {
      if (event.type === 'report.watched' && event.reportId === id)
        void queryClient.invalidateQueries({ queryKey: ['watchReport', id] })
    })
  }, [queryClient, id])
  const names = list(others.map(({ name }) => name))
  return (
    <p role="status" className={others.length > 0 ? noteClass() : 'sr-only'}>
      {others.length > 0 && (
        <>
          <Eye className="icon" />
          <span>{t`Also viewing: ${names}`}</span>
        </>
      )}
    </p>
  )
}
