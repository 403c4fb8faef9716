import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { withRetry } from '../api/retry.ts'
import { tableFootClass } from '../ui/classes.ts'
import { MoreButton } from '../ui/more-button.tsx'

export const LoadOlder = ({ query, children }: Pick<ComponentProps<typeof MoreButton>, 'query' | 'children'>) =>
  query.hasNextPage && (
    <div className={tableFootClass}>
      <MoreButton query={query}>{children}</MoreButton>
    </div>
  )

type Page = { data: { nextBefore: string | null } }

export const pagesQuery = <T extends Page>(queryKey: QueryKey, call: (before: string) => Promise<T>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => withRetry(() => call(pageParam)),
    initialPageParam: '',
    getNextPageParam: ({ data }) => data.nextBefore,
  })
