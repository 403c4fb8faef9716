import { useLingui } from '@lingui/react/macro'
import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './pieces.module.css'

export function Problem({
  text,
  retry,
  onRetry,
  busy = false,
}: {
  text: ReactNode
  retry: string
  onRetry: () => void
  busy?: boolean
}) {
  return (
    <div className={`${styles['note']} ${styles['danger']} flex-wrap items-center!`} role="alert">
      <CircleAlert className="icon mt-0!" />
      <p className="min-w-0 flex-1">{text}</p>
      <Button tone="quiet" size="sm" className="bg-surface!" busy={busy} onClick={onRetry}>
        <RotateCw size={16} />
        {retry}
      </Button>
    </div>
  )
}

type Query = { isFetching: boolean; refetch: () => unknown }

export function QueryProblem({ query, text }: { query: Query; text: ReactNode }) {
  const { t } = useLingui()
  return <Problem text={text} retry={t`Try again`} busy={query.isFetching} onRetry={() => void query.refetch()} />
}
