import { Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { typedDirection } from './field.tsx'
import type { TypedSearch } from './use-typed-search.ts'
import styles from './field.module.css'

type BoxProps = { id: string; label: string; clear: string; typed: TypedSearch }
type Props = BoxProps & {
  /** Called on Enter or the button if nothing new was typed, for example after the list failed to load. */
  onReload?: () => void
  children?: ReactNode
}

/** A search form. Typing narrows a list after a pause. Enter or a button among the children does so immediately. */
export const SearchForm = ({ onReload, children, ...box }: Props) => (
  <form
    role="search"
    className="contents"
    onSubmit={(event) => {
      event.preventDefault()
      if (box.typed.isPending) box.typed.searchNow()
      else onReload?.()
    }}
  >
    <SearchBox {...box} />
    {children}
  </form>
)

function SearchBox({ id, label, clear, typed }: BoxProps) {
  return (
    <span className={`${styles['search']} min-w-32 max-w-96 flex-[1_1_14rem] phone:max-w-none phone:flex-[1_0_100%]`}>
      <Search className="icon" />
      <input
        id={id}
        className={styles['input']}
        type="text"
        dir={typedDirection(typed.text)}
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
          <X size={16} />
        </button>
      )}
    </span>
  )
}
