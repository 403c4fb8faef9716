import type { Report } from '@kindred/contract/moderation/report'
import { useEffect, useEffectEvent } from 'react'
import { unfinishedNames } from '../../session/unfinished.ts'

export type Kind = 'reply' | 'note'
/** Drafts are kept under this in the browser until they are sent, saved or discarded. */
export const draftKey = (kind: Kind, id: string): string => `kindred.${kind}.${id}`

/** Under which the texts of the reply dialog wait while their writer signs in again. */
export const replyName = (id: string): string => `reply.${id}`
export const notesName = (id: string): string => `notes.${id}`

/** Opens the reply again that a session's end interrupted. */
export function useInterruptedReply(reports: readonly Report[] | undefined, onFound: (report: Report) => void): void {
  const open = useEffectEvent(onFound)
  useEffect(() => {
    const names = [...unfinishedNames('reply.'), ...unfinishedNames('notes.')]
    const found = reports?.find(({ _id }) => names.includes(replyName(_id)) || names.includes(notesName(_id)))
    if (found) open(found)
  }, [reports])
}
