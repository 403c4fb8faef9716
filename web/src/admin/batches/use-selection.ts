import { useState } from 'react'

const none: ReadonlySet<string> = new Set()
type State = { of: string; ids: ReadonlySet<string>; wide: boolean }

/** The selection in a list: single rows, or everything that matches. It resets when the filters change. */
export function useSelection(list: unknown, shown: readonly string[], fitting: number) {
  const of = JSON.stringify(list)
  const [state, setState] = useState<State>({ of, ids: none, wide: false })
  const { ids, wide } = state.of === of ? state : { ids: none, wide: false }
  const all = shown.length > 0 && shown.every((id) => ids.has(id))
  const select = (next: ReadonlySet<string>) => setState({ of, ids: next, wide: false })
  return {
    selected: ids,
    /** True if all visible rows are selected and more match. */
    offersAll: all && fitting > shown.length && !wide,
    everything: all && (wide || (fitting === shown.length && ids.size > MAX_IDS)),
    select,
    selectAll: () => setState({ of, ids, wide: true }),
    toggle: (id: string) =>
      select(ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id])),
    clear: () => select(none),
  }
}

/** Larger selections are sent as filters rather than ids. */
const MAX_IDS = 1000

export type Selection = ReturnType<typeof useSelection>
