import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { tableFootClass } from '../ui/classes.ts'

type Props = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  children: ReactNode
}

/** The way to what came before the last line, where there is something. */
export const Earlier = ({ query: { hasNextPage, isFetchingNextPage, fetchNextPage }, children }: Props) =>
  hasNextPage && (
    <div className={tableFootClass}>
      <Button tone="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {children}
      </Button>
    </div>
  )
