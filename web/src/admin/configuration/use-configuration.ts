import type { Configuration } from '@kindred/contract/operations/configuration'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readQuery, reload, statusQuery } from '../../api/queries.ts'
import { CallFailed } from '../../api/failure.ts'
import { backOffice } from '../../api/staff-client.ts'
import { newField } from '@kindred/contract/profiles/new-field'
import { formDraft, saveFormDraft } from '../../session/form-drafts.ts'
import { useFormDraft } from '../../session/use-form-draft.ts'
import { rebased, same } from './rebased.ts'
import { valueAt } from './refusals.ts'

const configurationQuery = queryOptions({
  ...readQuery(['getConfiguration'], backOffice.getConfiguration),
  select: ({ data }) => data,
})

export const versionsQuery = queryOptions({
  ...readQuery(['listConfigurationVersions'], backOffice.listConfigurationVersions),
  select: ({ data }) => data.versions,
})

export const readVersion = (version: number) =>
  backOffice.getConfigurationVersion({ params: { version: String(version) } })

export const useSavedConfiguration = (): Configuration | undefined => useQuery(configurationQuery).data?.configuration

/** Versions never change. */
export const versionQuery = (version: number) =>
  queryOptions({
    queryKey: ['getConfigurationVersion', version],
    queryFn: () => readVersion(version),
    staleTime: Infinity,
    select: ({ data }) => data.configuration,
  })

export type Draft = Configuration
/** Models of the sections that may be absent. Of those without fields, any object is a valid draft. */
const optionalSections: Change = {
  operator: {},
  documents: {},
  look: {},
  admission: { join: 'open' },
  age: { when: [], methods: [] },
  texts: {},
  emails: {},
  house: {},
  fields: [{ ...newField, options: [{ id: '', label: '' }] }],
  questions: { own: [{ id: '', text: '', answers: [''] }] },
  firstSteps: null,
  profileValues: {},
}
const firstItems = { cannedReplies: [{ code: '', title: '', text: '' }], figures: [{ value: '', label: '' }] }
/** Sections that a draft removes, such as those that a loaded version lacks. */
const removedSections = (): Change =>
  Object.fromEntries(Object.entries(formDraft('configuration')).filter(([, part]) => part === null))
/** Null removes an optional section. */
export type Change = { [Key in keyof Draft]?: Draft[Key] | null }
export type Editing = {
  draft: Draft
  change: (change: Change) => void
  problem: (path: string) => string | undefined
}
/** Replaces everything, as to review an earlier version or a recipe before it is saved. */
export type Loading = { load: (whole: Draft) => void }

/** A change has no null for a section that has to be there. */
const withoutNulls = (change: Draft | Change): Draft =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null)) as Draft

/** What the server gets. It says of an emptied number that it is required. */
const sendable = (draft: Draft): Draft =>
  JSON.parse(JSON.stringify(draft, (_key, part: unknown) => (Number.isNaN(part) ? undefined : part))) as Draft

/** Terms aren't undone by loading an earlier version, because members have agreed to them. */
function withTermsOf(draft: Draft | undefined, whole: Draft): Pick<Draft, 'documents'> {
  const { terms, privacy } = draft?.documents ?? {}
  if (!terms && !privacy) return {}
  return { documents: { ...whole.documents, ...(terms ? { terms } : {}), ...(privacy ? { privacy } : {}) } }
}

export function useConfiguration() {
  const queryClient = useQueryClient()
  const now = useQuery(configurationQuery)
  const saved: Change = now.data?.configuration ?? {}
  const [removed] = useState(removedSections)
  const model = { ...saved, ...optionalSections, ...firstItems, ...removed }
  const parts = useFormDraft<Change>('configuration', saved, now.data ? model : {})
  const draft = now.data && withoutNulls({ ...now.data.configuration, ...parts.value })
  // The version being edited, so that another administrator's changes aren't silently overwritten.
  const about = useFormDraft('configuration.about', { base: 0, reason: '' })
  const { reason } = about.value
  const base = about.value.base || now.data?.version
  const forget = () => [parts, about].forEach((each) => each.forget())
  // A new key remounts the fields when a version is loaded or changes are discarded.
  const [turn, setTurn] = useState(0)
  const refresh = () =>
    Promise.all([
      reload(queryClient, 'getConfiguration', 'listConfigurationVersions', 'getRules', 'listCannedReplies'),
      reload(queryClient, 'getWorkQueue', 'listTexts'),
      // This page shows the new settings, too, such as screens that only some installations have.
      queryClient.fetchQuery({ ...statusQuery, staleTime: 0 }).catch(() => undefined),
    ])
  const [sent, setSent] = useState<Draft>()
  const save = useMutation({
    mutationFn: async (more: Change | undefined) => {
      if (!draft || base === undefined) return
      const configuration = withoutNulls({ ...draft, ...more })
      setSent(configuration)
      await backOffice.changeConfiguration({
        body: {
          configuration: sendable(configuration),
          ...(reason.trim() ? { reason: reason.trim() } : {}),
        },
        ifMatch: base,
      })
    },
    onSuccess: async () => {
      await refresh()
      forget()
    },
    // Another administrator saved first. Load that version, so that our changes can be saved on top of it.
    onError: async (error) => {
      if (!(error instanceof CallFailed) || !error.is('conflict') || base === undefined) return
      const [{ data: before }, { data: theirs }] = await Promise.all([readVersion(base), backOffice.getConfiguration()])
      const settings = (whole: Draft) => new Map<string, unknown>(Object.entries(whole))
      const [was, is] = [settings(before.configuration), settings(theirs.configuration)]
      parts.change(
        Object.fromEntries(
          Object.entries(parts.changes).map(([key, mine]) => [key, rebased(was.get(key), mine, is.get(key))]),
        ),
      )
      await refresh()
      about.change({ base: 0 })
    },
  })
  const [before, after] = [now.data?.configuration, draft].map((each) => new Map(Object.entries({ ...each })))
  const changed = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].filter(
    (key) => !same(before?.get(key), after?.get(key)),
  )
  const problems = (save.error instanceof CallFailed ? save.error.problems : []).flatMap(({ path, msg }) => {
    const [, own, setting] = /^configuration\.((\w+).*)$/.exec(path) ?? []
    return own && setting ? [{ path: own, setting, msg }] : []
  })
  // A value that was changed isn't the refused one any more.
  const refusals = problems.filter(({ path }) => same(valueAt(sent, path), valueAt(draft, path)))
  const change = (changes: Change) => {
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
    /** Discards all changes, and returns what brings them back. */
    forget: () => {
      const [changes, was] = [parts.changes, about.changes]
      forget()
      save.reset()
      setTurn(turn + 1)
      void refresh()
      return () => {
        // Also for a form that was left in the meantime.
        saveFormDraft('configuration', changes)
        saveFormDraft('configuration.about', was)
        parts.change(changes)
        about.change(was)
        setTurn((now) => now + 1)
      }
    },
    change,
    turn,
    load: (whole: Draft) => {
      // Sections that the version lacks are removed.
      const removed = Object.fromEntries(Object.keys(draft ?? {}).map((key) => [key, null]))
      change({ ...removed, ...whole, ...withTermsOf(draft, whole) })
      setTurn(turn + 1)
    },
    /** What the server refused, by setting. */
    refusals,
    refused: refusals.map(({ path }) => path),
    refusal: save.error,
    /** True if nothing is left of what was refused. */
    isCorrected: problems.length > 0 && refusals.length === 0,
    problem: (path: string) => refusals.find((each) => each.path === path)?.msg,
  }
}
