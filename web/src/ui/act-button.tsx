import type { MouseEventHandler, ReactNode } from 'react'
import styles from './act-button.module.css'

type Props = {
  kind?: 'like' | 'super' | undefined
  /** The key that does the same, where there is one. */
  keyName?: string
  icon: ReactNode
  disabled?: boolean
  onClick: MouseEventHandler
  children: ReactNode
}

/** One of a few choices side by side: its icon, its label, and its shortcut key. */
export const ActButton = ({ kind, keyName, icon, disabled = false, onClick, children }: Props) => (
  <button
    type="button"
    // A long word gets a second line where four stand side by side.
    className={`${styles['act']} phone:whitespace-normal ${kind ? styles[kind] : ''}`}
    disabled={disabled}
    onClick={onClick}
  >
    <span className={styles['ring']}>{icon}</span>
    {children} {keyName && <kbd aria-hidden="true">{keyName}</kbd>}
  </button>
)
