import { currentPage } from '../../router/navigation.ts'

/** When the entry of the history was made (router/navigation.ts), or 0 for the one that the app began with. */
const madeAt = (): number => parseInt(String(history.state?.key)) || 0

/** Keeps the page open when the user goes back or forward, until the returned function is called. */
export function holdPage(onBack: () => void): () => void {
  const mine = madeAt()
  const follow = onpopstate
  onpopstate = () => {
    if (currentPage()?.place.href === location.pathname + location.search + location.hash) onBack()
    else history.go(madeAt() < mine ? 1 : -1)
  }
  return () => {
    onpopstate = follow
  }
}
