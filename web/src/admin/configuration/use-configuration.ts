import type { Configuration } from '@kindred/contract/configuration'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, isObject } from '../../api/failure.ts'
import { office } from '../../api/office-client.ts'
import { withRetry } from '../../api/retry.ts'

export const configurationQuery = queryOptions({
  queryKey: ['getConfiguration'],
  queryFn: () => withRetry(() => office.getConfiguration()),
  select: ({ data }) => data,
})

export const versionsQuery = queryOptions({
  queryKey: ['listConfigurationVersions'],
  queryFn: () => withRetry(() => office.listConfigurationVersions()),
  select: ({ data }) => data.versions,
})

export type Draft = Configuration
export type Editing = {
  draft: Draft
  change: (change: Partial<Draft>) => void
  /** What the server said against a field, by its path. */
  problem: (path: string) => string | undefined
}

/** The same, whatever the order in which its parts are named. */
const told = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
const same = (one: unknown, other: unknown) => told(one) === told(other)

/** What stands now, what is being made of it, and keeping that. */
export function useConfiguration() {
  const queryClient = useQueryClient()
  const now = useQuery(configurationQuery)
  const [edited, setEdited] = useState<Draft>()
  const draft = edited ?? now.data?.configuration
  const save = useMutation({
    mutationFn: (reason: string) =>
      office.changeConfiguration({
        body: { configuration: draft!, ...(reason ? { reason } : {}) },
        ifMatch: now.data!.version,
      }),
    onSuccess: async () => {
      await Promise.all(
        ['getConfiguration', 'listConfigurationVersions', 'getRules'].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      )
      setEdited(undefined)
    },
  })
  const changed =
    draft && now.data
      ? (Object.keys(draft) as (keyof Draft)[]).filter((key) => !same(draft[key], now.data.configuration[key]))
      : []
  const problems = save.error instanceof CallFailed ? save.error.problems : []
  return {
    now,
    draft,
    changed,
    save,
    forget: () => {
      setEdited(undefined)
      save.reset()
    },
    replace: (whole: Draft) => setEdited(whole),
    change: (change: Partial<Draft>) => draft && setEdited({ ...draft, ...change }),
    problem: (path: string) => problems.find((each) => each.path === `configuration.${path}`)?.msg,
  }
}
