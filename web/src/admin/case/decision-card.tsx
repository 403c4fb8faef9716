import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'

export function DecisionCard({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const id = useId()
  return (
    <section className="card grid gap-3" aria-labelledby={id}>
      <h2 id={id}>{t`Decision`}</h2>
      {children}
    </section>
  )
}
