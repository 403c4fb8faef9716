import { useState } from 'react'

const none: ReadonlySet<string> = new Set()
type Chosen = { of: string; ids: ReadonlySet<string>; wide: boolean }

/**
 * What is chosen of a list: some that are shown, or everything that fits. It is about one list as it is narrowed: with
 * another one it starts again.
 */
export function useSelection(list: unknown, shown: readonly string[], fitting: number) {
  const of = JSON.stringify(list)
  const [state, setState] = useState<Chosen>({ of, ids: none, wide: false })
  const { ids, wide } = state.of === of ? state : { ids: none, wide: false }
  const all = shown.length > 0 && shown.every((id) => ids.has(id))
  const choose = (next: ReadonlySet<string>) => setState({ of, ids: next, wide: false })
  return {
    chosen: ids,
    /** All that are shown are chosen, and there are more. */
    offersAll: all && fitting > shown.length && !wide,
    everything: all && (wide || (fitting === shown.length && ids.size > MOST_NAMED)),
    choose,
    chooseAll: () => setState({ of, ids, wide: true }),
    toggle: (id: string) =>
      choose(ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id])),
    clear: () => choose(none),
  }
}

/** More than so many are not sent by name. */
const MOST_NAMED = 1000

export type Selection = ReturnType<typeof useSelection>
