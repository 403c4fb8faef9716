import type { Report } from '@kindred/contract/moderation/report'
import { useEffect, useEffectEvent } from 'react'
import { formDraftNames } from '../../session/form-drafts.ts'

export type Kind = 'reply' | 'note'
/** The storage key of a draft until it is sent, saved or discarded. The reply dialog also shows the draft of a note. */
export const draftName = (kind: Kind, id: string): string => `${kind}-draft.${id}`

/** The storage key of a reply that waits while its author signs in again. */
export const replyName = (id: string): string => `reply.${id}`

/** Reopens a reply that was interrupted by the end of the session. */
export function useInterruptedReply(reports: readonly Report[] | undefined, onFound: (report: Report) => void): void {
  const open = useEffectEvent(onFound)
  useEffect(() => {
    const names = formDraftNames('reply.')
    const found = reports?.find(({ _id }) => names.includes(replyName(_id)))
    if (found) open(found)
  }, [reports])
}
