import { useState } from 'react'
import styles from './avatar.module.css'
import { portraitIn } from './picture.ts'

/** A round portrait, or the first letter of the name if there is no photo or it fails to load. */
export function Avatar({ name, src, size = 40 }: { name: string; src?: string | null; size?: number }) {
  const style = { '--s': `${size / 16}rem` }
  const [missing, setMissing] = useState<string>()
  if (src && src !== missing)
    return (
      <img
        className={styles['avatar']}
        style={style}
        {...portraitIn(src, size)}
        loading="lazy"
        alt=""
        onError={() => setMissing(src)}
      />
    )
  return (
    <span className={`${styles['avatar']} ${styles['initial']}`} style={style} aria-hidden="true">
      {[...name.trim()][0]?.toLocaleUpperCase() ?? '?'}
    </span>
  )
}
