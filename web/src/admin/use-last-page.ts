import { useEffect, useEffectEvent } from 'react'

type Pages = { page: number; pages: number }

/** Goes back to the last page with rows when the open one has become empty. */
export function useLastPage(pagination: Pages | undefined, onPage: (page: string) => void): void {
  const go = useEffectEvent((pages: number) => onPage(pages > 1 ? String(pages) : ''))
  const { page = 1, pages = 1 } = pagination ?? {}
  useEffect(() => {
    if (page > 1 && page > pages) go(pages)
  }, [page, pages])
}
