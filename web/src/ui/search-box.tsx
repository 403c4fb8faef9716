import { Search, X } from 'lucide-react'
import type { TypedSearch } from './use-typed-search.ts'
import styles from './field.module.css'

type Props = { id: string; label: string; clear: string; typed: TypedSearch }

/** A field to search by, with a cross that empties it. */
export function SearchBox({ id, label, clear, typed }: Props) {
  return (
    <span className={`${styles['search']} max-w-96 flex-[1_0_14rem] phone:max-w-none phone:flex-[1_0_100%]`}>
      <Search className="icon" aria-hidden="true" />
      <input
        id={id}
        className={styles['input']}
        type="text"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={typed.text}
        onChange={({ target }) => typed.type(target.value)}
      />
      {typed.text !== '' && (
        <button
          type="button"
          className={styles['clear']}
          aria-label={clear}
          onClick={() => {
            typed.clear()
            document.getElementById(id)?.focus()
          }}
        >
          <X size={16} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
