import type { ReactNode } from 'react'
import styles from './stat-card.module.css'

/** Reserves space for a number that is still loading. */
export const NOTHING_YET = '\u00a0'

/** Stats side by side, as cards or in one line with rules between them. */
export const statsClass = styles['stats']
export const statLineClass = styles['line']

type Props = { label: ReactNode; value: ReactNode; detail?: ReactNode; icon?: ReactNode }

export const Stat = ({ label, value, detail, icon, className = '' }: Props & { className?: string }) => (
  <div data-stat className={`${className} ${styles['stat']}`}>
    <span className={styles['label']}>
      {label}
      {icon}
    </span>
    <span data-value className={styles['value']}>
      {value}
    </span>
    {detail && <span className={styles['detail']}>{detail}</span>}
  </div>
)

export const StatCard = (props: Props) => <Stat {...props} className="card" />
