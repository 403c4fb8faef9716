import type { Configuration } from '@kindred/contract/operations/configuration'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reload } from '../../api/queries.ts'
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

/** What stands now, the parts of it that are being changed, and keeping those. */
export function useConfiguration() {
  const queryClient = useQueryClient()
  const now = useQuery(configurationQuery)
  // Only the parts that were changed are kept here, with the version that they were changed on.
  const [edited, setEdited] = useState<{ parts: Partial<Draft>; base: number }>()
  const draft = now.data && { ...now.data.configuration, ...edited?.parts }
  const refresh = () => reload(queryClient, 'getConfiguration', 'listConfigurationVersions', 'getRules')
  const save = useMutation({
    mutationFn: (reason: string) =>
      office.changeConfiguration({
        body: { configuration: draft!, ...(reason ? { reason } : {}) },
        ifMatch: edited?.base ?? now.data!.version,
      }),
    onSuccess: async () => {
      await refresh()
      setEdited(undefined)
    },
    // Somebody was faster: theirs is read, and ours can be saved on top of it.
    onError: async (error) => {
      if (!(error instanceof CallFailed) || error.code !== 'conflict') return
      await refresh()
      const newest = queryClient.getQueryData(configurationQuery.queryKey)?.data.version
      setEdited((before) => before && { ...before, base: newest ?? before.base })
    },
  })
  const changed =
    draft && now.data
      ? (Object.keys(draft) as (keyof Draft)[]).filter((key) => !same(draft[key], now.data.configuration[key]))
      : []
  const problems = save.error instanceof CallFailed ? save.error.problems : []
  const change = (parts: Partial<Draft>) =>
    setEdited((before) => ({
      parts: { ...before?.parts, ...parts },
      base: before?.base ?? now.data!.version,
    }))
  return {
    now,
    draft,
    changed,
    save,
    forget: () => {
      setEdited(undefined)
      save.reset()
      void refresh()
    },
    change,
    problem: (path: string) => problems.find((each) => each.path === `configuration.${path}`)?.msg,
  }
}
