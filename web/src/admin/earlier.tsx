import type { ComponentProps } from 'react'
import { tableFootClass } from '../ui/classes.ts'
import { MoreButton } from '../ui/more-button.tsx'

/** The button below a table that loads earlier rows. */
export const Earlier = ({ query, children }: Pick<ComponentProps<typeof MoreButton>, 'query' | 'children'>) =>
  query.hasNextPage && (
    <div className={tableFootClass}>
      <MoreButton query={query}>{children}</MoreButton>
    </div>
  )
