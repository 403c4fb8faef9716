import { useEffect, useEffectEvent } from 'react'

type Pages = { page: number; pages: number }

export function useLastPage(pagination: Pages | undefined, onPage: (page: string) => void): void {
  const go = useEffectEvent((pages: number) => onPage(pages > 1 ? String(pages) : ''))
  const { page = 1, pages = 1 } = pagination ?? {}
  useEffect(() => {
    if (page > 1 && page > pages) go(pages)
  }, [page, pages])
}
