import { useState } from 'react'

const none: ReadonlySet<string> = new Set()
type Chosen = { of: string; ids: ReadonlySet<string>; wide: boolean }

/** The selection in a list: single rows, or everything that matches. It resets when the filters change. */
export function useSelection(list: unknown, shown: readonly string[], fitting: number) {
  const of = JSON.stringify(list)
  const [state, setState] = useState<Chosen>({ of, ids: none, wide: false })
  const { ids, wide } = state.of === of ? state : { ids: none, wide: false }
  const all = shown.length > 0 && shown.every((id) => ids.has(id))
  const choose = (next: ReadonlySet<string>) => setState({ of, ids: next, wide: false })
  return {
    chosen: ids,
    /** True if all visible rows are selected and more match. */
    offersAll: all && fitting > shown.length && !wide,
    everything: all && (wide || (fitting === shown.length && ids.size > MOST_NAMED)),
    choose,
    chooseAll: () => setState({ of, ids, wide: true }),
    toggle: (id: string) =>
      choose(ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id])),
    clear: () => choose(none),
  }
}

/** Larger selections are sent as filters rather than ids. */
const MOST_NAMED = 1000

export type Selection = ReturnType<typeof useSelection>
