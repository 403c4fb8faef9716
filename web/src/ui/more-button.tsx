import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }

/** Loads the next page of a list. Renders nothing after the last one. */
export const MoreButton = ({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  ...look
}: { query: Pages } & Pick<ComponentProps<typeof Button>, 'tone' | 'size' | 'className' | 'children'>) =>
  hasNextPage && <Button tone="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()} {...look} />
