import type { Configuration } from '@kindred/contract/operations/configuration'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { reload } from '../../api/queries.ts'
import { CallFailed, isObject } from '../../api/failure.ts'
import { backOffice } from '../../api/staff-client.ts'
import { withRetry } from '../../api/retry.ts'

const configurationQuery = queryOptions({
  queryKey: ['getConfiguration'],
  queryFn: () => withRetry(() => backOffice.getConfiguration()),
  select: ({ data }) => data,
})

export const versionsQuery = queryOptions({
  queryKey: ['listConfigurationVersions'],
  queryFn: () => withRetry(() => backOffice.listConfigurationVersions()),
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
const shownValue = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
const same = (one: unknown, other: unknown) => shownValue(one) === shownValue(other)

/** The current configuration, the edited parts of it, and saving them. */
export function useConfiguration() {
  const queryClient = useQueryClient()
  const now = useQuery(configurationQuery)
  // Only the parts that were changed are kept here, with the version that they were changed on.
  const [edited, setEdited] = useState<{ parts: Partial<Draft>; base: number }>()
  const draft = now.data && { ...now.data.configuration, ...edited?.parts }
  const base = edited?.base ?? now.data?.version
  const refresh = () =>
    reload(queryClient, 'getConfiguration', 'listConfigurationVersions', 'getRules', 'listCannedReplies')
  const save = useMutation({
    mutationFn: async (reason: string) => {
      if (!draft || base === undefined) return
      await backOffice.changeConfiguration({
        body: { configuration: draft, ...(reason ? { reason } : {}) },
        ifMatch: base,
      })
    },
    onSuccess: async () => {
      await refresh()
      setEdited(undefined)
    },
    // Another administrator saved first: their version is loaded, and ours can be saved on top.
    onError: async (error) => {
      if (!(error instanceof CallFailed) || !error.is('conflict')) return
      await refresh()
      const newest = queryClient.getQueryData(configurationQuery.queryKey)?.data.version
      setEdited((before) => before && { ...before, base: newest ?? before.base })
    },
  })
  const before = new Map<string, unknown>(Object.entries(now.data?.configuration ?? {}))
  const changed = Object.entries(draft ?? {}).flatMap(([key, value]) => (same(value, before.get(key)) ? [] : [key]))
  const problems = save.error instanceof CallFailed ? save.error.problems : []
  const change = (parts: Partial<Draft>) =>
    setEdited((earlier) => {
      const seen = earlier?.base ?? now.data?.version
      return seen === undefined ? earlier : { parts: { ...earlier?.parts, ...parts }, base: seen }
    })
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
