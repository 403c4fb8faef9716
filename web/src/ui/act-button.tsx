import type { MouseEventHandler, ReactNode } from 'react'
import styles from './act-button.module.css'

type Props = {
  kind?: 'like' | 'super' | undefined
  keyName?: string
  icon: ReactNode
  disabled?: boolean
  onClick: MouseEventHandler
  children: ReactNode
}

export const ActButton = ({ kind, keyName, icon, disabled = false, onClick, children }: Props) => (
  <button
    type="button"
    // A long label may wrap when four are side by side.
    className={`${styles['act']} phone:whitespace-normal ${kind ? styles[kind] : ''}`}
    disabled={disabled}
    onClick={onClick}
  >
    <span className={styles['ring']}>{icon}</span>
    {children} {keyName && <kbd aria-hidden="true">{keyName}</kbd>}
  </button>
)
