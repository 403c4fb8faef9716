import type { ReactNode } from 'react'

export function StatCard({
  label,
  value,
  detail,
  icon,
}: {
  label: string
  value: ReactNode
  detail?: ReactNode
  icon?: ReactNode
}) {
  return (
    <div className="card stat">
      <span className="k">
        {label}
        {icon}
      </span>
      <span className="v">{value}</span>
      {detail && <span className="d">{detail}</span>}
    </div>
  )
}
