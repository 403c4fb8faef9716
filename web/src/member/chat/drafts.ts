import { read, write } from '../../session/storage.ts'

// Unsent messages, stored per conversation in this browser.

const key = (matchId: string) => `kindred.draft.${matchId}`

export const draftOf = (matchId: string): string => read(key(matchId)) ?? ''

export const saveDraft = (matchId: string, text: string): void => write(key(matchId), text.trim() ? text : null)
