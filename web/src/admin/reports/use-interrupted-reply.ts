import type { Report } from '@kindred/contract/moderation/report'
import { useEffect, useEffectEvent } from 'react'
import { unfinishedNames } from '../../session/unfinished.ts'

export type Kind = 'reply' | 'note'
/** Drafts are kept under this until they are sent, saved or discarded. The reply dialog shows a note’s draft, too. */
export const draftName = (kind: Kind, id: string): string => `${kind}-draft.${id}`

/** The text of the reply dialog waits under this while its writer signs in again. */
export const replyName = (id: string): string => `reply.${id}`

/** Opens the reply again that a session's end interrupted. */
export function useInterruptedReply(reports: readonly Report[] | undefined, onFound: (report: Report) => void): void {
  const open = useEffectEvent(onFound)
  useEffect(() => {
    const names = unfinishedNames('reply.')
    const found = reports?.find(({ _id }) => names.includes(replyName(_id)))
    if (found) open(found)
  }, [reports])
}
