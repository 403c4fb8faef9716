import type { Report } from '@kindred/contract/moderation/report'
import { useEffect, useEffectEvent } from 'react'
import { formDraft, formDraftNames } from '../../session/form-drafts.ts'

export type Kind = 'reply' | 'note'
/** The storage key of a draft on the report's page until it is sent, saved or discarded. */
export const draftName = (kind: Kind, id: string): string => `${kind}-draft.${id}`

/** True if a reply to the reporter is written on the report's page, but not sent. */
export function hasUnsentReply(id: string): boolean {
  const { text } = formDraft(draftName('reply', id))
  return typeof text === 'string' && text.trim() !== ''
}

/** The storage keys of a reply and its notes that wait while their author signs in again. */
export const replyName = (id: string): string => `reply.${id}`
export const replyNotesName = (id: string): string => `${replyName(id)}.notes`

/** Reopens a reply that was interrupted by the end of the session. */
export function useInterruptedReply(reports: readonly Report[] | undefined, onFound: (report: Report) => void): void {
  const open = useEffectEvent(onFound)
  useEffect(() => {
    const names = formDraftNames('reply.')
    const found = reports?.find(({ _id }) => names.some((name) => name.startsWith(replyName(_id))))
    if (found) open(found)
  }, [reports])
}
