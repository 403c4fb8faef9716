import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type Keys, usePageKeys } from '../../ui/list-keys.ts'
import { Spinner } from '../../ui/pieces.tsx'
import { ListProblem } from '../list-problem.tsx'
import { RecordNavigation } from '../record-navigation.tsx'

type Query = Parameters<typeof ListProblem>[0]['query'] & { isPending: boolean; isSuccess: boolean }

type Props<T> = {
  title: string
  /** Filters and links beside the title. */
  head?: ReactNode
  intro?: ReactNode
  /** Shown above the case, such as the decisions of the last minute. */
  notes?: ReactNode
  query: Query
  loading: string
  empty: ReactNode
  older?: ReactNode
  footer?: ReactNode
  items: readonly T[]
  keyOf: (item: T) => string
  nameOf: (item: T) => string
  captionOf: (item: T) => ReactNode
  keysOf?: (item: T) => Keys
  /**
   * With a scope, a case that a colleague finished stays open until the reader moves on. In another scope, such as after
   * a change of the filter, the list starts again.
   */
  scope?: string
  children: (item: T, standing: Standing) => ReactNode
}

export type Standing = {
  /** True if the list no longer has the case, though the reader didn't finish it. */
  isGone: boolean
  /** Lets the list move on once the case is gone. Call it when the reader has decided. */
  finish: () => void
}

type Opened<T> = { key: string; at: number; item?: T; scope?: string | undefined; isFinished?: boolean }

/** Keeps a case open while others come and go. Once it is gone, the case in its place is open, unless there is a scope. */
function useCurrent<T>(listed: readonly T[], keyOf: (item: T) => string, scope: string | undefined) {
  const [opened, setOpened] = useState<Opened<T>>({ key: '', at: 0 })
  const isListed = listed.some((item) => keyOf(item) === opened.key)
  const isKept = scope !== undefined && scope === opened.scope && !opened.isFinished && !isListed
  const isGone = isKept && opened.item !== undefined
  const items = isGone ? listed.toSpliced(opened.at, 0, opened.item!) : listed
  const found = items.findIndex((item) => keyOf(item) === opened.key)
  const at = found >= 0 ? found : Math.max(0, Math.min(opened.at, items.length - 1))
  const current = items[at]
  // The case that is open by default stays open, too.
  if (current !== undefined && (keyOf(current) !== opened.key || at !== opened.at || current !== opened.item))
    setOpened({ ...(keyOf(current) === opened.key ? opened : {}), key: keyOf(current), at, item: current, scope })
  const open = (next: number) => {
    const item = items[next]
    return item === undefined
      ? undefined
      : () => {
          setOpened({ key: keyOf(item), at: next, item, scope })
          window.scrollTo({ top: 0 })
        }
  }
  const finish = () => setOpened((before) => ({ ...before, isFinished: true }))
  return { items, at, current, open, standing: { isGone, finish } }
}

/** Cases that staff work through one at a time, with the waiting ones beside them if there is room. */
export function CaseQueue<T>({ items: listed, keyOf, nameOf, captionOf, keysOf, children, ...props }: Props<T>) {
  const { t, i18n } = useLingui()
  const { title, head, intro, notes, query, loading, empty, older, footer } = props
  const { items, at, current, open, standing } = useCurrent(listed, keyOf, props.scope)
  const [onPrevious, onNext] = [open(at - 1), open(at + 1)]
  usePageKeys({ j: onNext, k: onPrevious, ...(current !== undefined && keysOf?.(current)) })
  const count = items.length
  const [shown, all] = [i18n.number(at + 1), i18n.number(count)]
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1>{title}</h1>
        {head}
        {count > 0 && (
          <span className="ms-auto">
            <RecordNavigation text={t`${shown} of ${all}`} onPrevious={onPrevious} onNext={onNext} />
          </span>
        )}
      </div>
      {intro && <p className="max-w-none text-small text-muted">{intro}</p>}
      {notes}
      <ListProblem query={query} />
      {query.isPending && <Spinner label={loading} />}
      {query.isSuccess && count === 0 && empty}
      <div className="@container">
        <div className="grid items-start gap-5 @5xl:grid-cols-[13rem_minmax(0,1fr)]">
          {count > 0 && (
            <nav aria-label={title} className="card hidden overflow-hidden p-0 @5xl:block">
              <ol>
                {items.map((item, index) => (
                  <li key={keyOf(item)} className="border-b border-line last:border-b-0">
                    <button
                      type="button"
                      className={
                        'block w-full border-0 px-3 py-2 text-start ' +
                        (index === at ? 'bg-sunken font-medium' : 'bg-transparent hover:bg-sunken')
                      }
                      aria-current={index === at || undefined}
                      onClick={open(index)}
                    >
                      <span className="block truncate" dir="auto">
                        {nameOf(item)}
                      </span>
                      <span className="block truncate text-caption font-normal text-muted">{captionOf(item)}</span>
                    </button>
                  </li>
                ))}
              </ol>
              {older}
            </nav>
          )}
          {current !== undefined && (
            <section key={keyOf(current)} className="min-w-0" aria-label={nameOf(current)}>
              {children(current, standing)}
            </section>
          )}
        </div>
        {older && <div className="@5xl:hidden">{older}</div>}
      </div>
      {!query.isPending && footer}
    </>
  )
}
