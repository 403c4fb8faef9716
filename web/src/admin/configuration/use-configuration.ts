import type { Configuration } from '@kindred/contract/operations/configuration'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { readQuery, reload } from '../../api/queries.ts'
import { CallFailed, isObject } from '../../api/failure.ts'
import { backOffice } from '../../api/staff-client.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'

const configurationQuery = queryOptions({
  ...readQuery(['getConfiguration'], backOffice.getConfiguration),
  select: ({ data }) => data,
})

export const versionsQuery = queryOptions({
  ...readQuery(['listConfigurationVersions'], backOffice.listConfigurationVersions),
  select: ({ data }) => data.versions,
})

export type Draft = Configuration
const firstReply = { code: '', title: '', text: '' }
export type Editing = {
  draft: Draft
  change: (change: Partial<Draft>) => void
  problem: (path: string) => string | undefined
}

/** JSON that doesn't depend on the order of keys. */
const shownValue = (value: unknown) =>
  JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
const same = (one: unknown, other: unknown) => shownValue(one) === shownValue(other)

export function useConfiguration() {
  const queryClient = useQueryClient()
  const now = useQuery(configurationQuery)
  const saved: Partial<Draft> = now.data?.configuration ?? {}
  const parts = useFormDraft('configuration', saved, now.data ? { ...saved, cannedReplies: [firstReply] } : {})
  const draft = now.data && { ...now.data.configuration, ...parts.value }
  // The version being edited, so that another administrator's changes aren't silently overwritten.
  const about = useFormDraft('configuration.about', { base: 0, reason: '' })
  const { reason } = about.value
  const base = about.value.base || now.data?.version
  const forget = () => [parts, about].forEach((each) => each.forget())
  const refresh = () =>
    reload(queryClient, 'getConfiguration', 'listConfigurationVersions', 'getRules', 'listCannedReplies')
  const save = useMutation({
    mutationFn: async () => {
      if (!draft || base === undefined) return
      await backOffice.changeConfiguration({
        body: { configuration: draft, ...(reason.trim() ? { reason: reason.trim() } : {}) },
        ifMatch: base,
      })
    },
    onSuccess: async () => {
      await refresh()
      forget()
    },
    // Another administrator saved first. Load that version, so that our changes can be saved on top of it.
    onError: async (error) => {
      if (!(error instanceof CallFailed) || !error.is('conflict')) return
      await refresh()
      about.change({ base: 0 })
    },
  })
  const before = new Map<string, unknown>(Object.entries(now.data?.configuration ?? {}))
  const changed = Object.entries(draft ?? {}).flatMap(([key, value]) => (same(value, before.get(key)) ? [] : [key]))
  const problems = save.error instanceof CallFailed ? save.error.problems : []
  const change = (changes: Partial<Draft>) => {
    parts.change(changes)
    if (base !== undefined) about.change({ base })
  }
  return {
    now,
    draft,
    changed,
    save,
    reason,
    setReason: (text: string) => about.change({ reason: text }),
    forget: () => {
      forget()
      save.reset()
      void refresh()
    },
    change,
    /** The settings that the server refused. */
    refused: problems.flatMap(({ path }) => /^configuration\.(\w+)/.exec(path)?.[1] ?? []),
    problem: (path: string) => problems.find((each) => each.path === `configuration.${path}`)?.msg,
  }
}
