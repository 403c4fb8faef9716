import { useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '../../api/error-text.ts'
import { ErrorNote, Skeleton } from '../../ui/pieces.tsx'
import { QueryProblem } from '../../ui/problem.tsx'

type Props = {
  id: string
  title: ReactNode
  lead?: ReactNode
  error?: string | undefined
  needs?: UseQueryResult<unknown>
  children: ReactNode
}

export function Panel({ id, title, lead, error, needs, children }: Props) {
  const { t } = useLingui()
  return (
    <section className="card grid gap-4" id={id} aria-labelledby={`${id}-title`}>
      <div className="grid gap-1">
        <h2 id={`${id}-title`} tabIndex={-1} className="outline-none">
          {title}
        </h2>
        {lead && <p className="text-ink-2">{lead}</p>}
      </div>
      <ErrorNote>{error}</ErrorNote>
      {needs?.isPending && <Skeleton height="3rem" label={t`Loading`} />}
      {needs?.isError && <QueryProblem query={needs} text={errorText(needs.error)} />}
      {needs?.isSuccess !== false && children}
    </section>
  )
}
