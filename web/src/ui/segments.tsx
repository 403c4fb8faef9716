import type { ReactNode } from 'react'
import styles from './segments.module.css'

export const Segments = ({
  label,
  className = '',
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) => (
  <div className={`${styles['segments']} ${className}`} role="group" aria-label={label}>
    {children}
  </div>
)
