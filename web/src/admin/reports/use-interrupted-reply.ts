import type { Report } from '@kindred/contract/moderation/report'
import { useEffect, useEffectEvent } from 'react'
import { formDraftNames } from '../../session/form-drafts.ts'

export type Kind = 'reply' | 'note'
/** The storage key of a draft until it is sent, saved or discarded. The reply dialog shows a note's draft, too. */
export const draftName = (kind: Kind, id: string): string => `${kind}-draft.${id}`

/** The key of the reply that waits while its author signs in again. */
export const replyName = (id: string): string => `reply.${id}`

/** Reopens the reply that the end of a session interrupted. */
export function useInterruptedReply(reports: readonly Report[] | undefined, onFound: (report: Report) => void): void {
  const open = useEffectEvent(onFound)
  useEffect(() => {
    const names = formDraftNames('reply.')
    const found = reports?.find(({ _id }) => names.includes(replyName(_id)))
    if (found) open(found)
  }, [reports])
}
