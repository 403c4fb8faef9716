import type { Linked } from '../paths.ts'
import { hrefOf, type Target } from './address.ts'
import { open } from './navigation.ts'

// Steps of one screen. Each is an entry of the browser's history, so that its back button and ours do the same.

/** At most this many entries before the current one are ours. */
let behind = 0

export function goForward<P extends Linked>(target: Target<P>): Promise<void> {
  behind++
  return open(hrefOf(target))
}

/** Goes back in the history, or opens the earlier step if this page was opened at a later one. */
export function goBack<P extends Linked>(earlier: Target<P>): void {
  if (behind === 0) return void open(hrefOf(earlier))
  behind--
  history.back()
}
