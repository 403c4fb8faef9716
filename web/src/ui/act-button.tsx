import type { ComponentProps, ReactNode } from 'react'
import styles from './act-button.module.css'

type Props = ComponentProps<'button'> & {
  action: 'like' | 'pass' | 'superlike'
  keyName?: string | undefined
  icon: ReactNode
  /** True if phones show the label as well. */
  captioned?: boolean
  children: ReactNode
}

/** A round button on phones, and a labeled one on desktops. It grows with the pull of a swipe. */
export const ActButton = ({ action, keyName, icon, captioned = false, children, ...rest }: Props) => (
  <button type="button" data-pull={action} className={`${styles['act']} ${styles[action]}`} {...rest}>
    <span className={styles['ring']}>{icon}</span>
    <span className={captioned ? styles['caption'] : 'phone:sr-only'}>{children}</span>
    {keyName && <kbd aria-hidden="true">{keyName}</kbd>}
  </button>
)
