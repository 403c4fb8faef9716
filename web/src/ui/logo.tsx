import styles from './logo.module.css'

export const logoClass = styles['logo']
export const panelLogoClass = `${styles['logo']} ${styles['onPanel']}`

/**
 * The logo with the brand as text, because operators can change it. Our own name is in lowercase, and theirs are as they
 * write them, also in the first paint (server/src/http/page.ts). With `roomy`, the text is hidden if space is short.
 */
export function Logo({ brand, roomy = false }: { brand: string; roomy?: boolean }) {
  'use no memo' // The name never changes, so memoizing would only add code.
  return (
    <>
      <svg className={styles['mark']} viewBox="0 0 32 32" aria-hidden="true">
        <path className={styles['stem']} d="M3.5 6.4a3.4 3.4 0 0 1 6.8 0v19.2a3.4 3.4 0 0 1-6.8 0z" />
        <path className={styles['ember']} d="M12.2 15.4v-1.6A10.8 10.8 0 0 1 23 3h4.4v1.6a10.8 10.8 0 0 1-10.8 10.8z" />
        <path
          className={styles['pine']}
          d="M12.2 16.6h4.4a10.8 10.8 0 0 1 10.8 10.8V29H23a10.8 10.8 0 0 1-10.8-10.8z"
        />
      </svg>
      <span className={roomy ? 'max-sm:sr-only' : ''}>{brand === 'Kindred' ? 'kindred' : brand}</span>
    </>
  )
}

export const Leaves = () => (
  <svg
    className="absolute -top-24 -inset-e-36 w-[40rem] opacity-90 phone:-top-15 phone:-inset-e-30 phone:w-60"
    viewBox="0 0 400 400"
    aria-hidden="true"
  >
    <g fill="none" stroke="var(--pine-300)" strokeWidth="1.25" opacity=".5">
      <path d="M60 200V170A130 130 0 0 1 190 40H320V70A130 130 0 0 1 190 200z" />
      <path d="M60 210H190A130 130 0 0 1 320 340V370H190A130 130 0 0 1 60 240z" />
    </g>
    <path d="M100 196V176A92 92 0 0 1 192 84H284V104A92 92 0 0 1 192 196z" fill="var(--ember-500)" opacity=".95" />
    <path d="M100 206H192A92 92 0 0 1 284 298V318H192A92 92 0 0 1 100 226z" fill="var(--pine-600)" />
  </svg>
)
