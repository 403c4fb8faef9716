// Unsent messages, stored per conversation in this browser.

const key = (matchId: string) => `kindred.draft.${matchId}`

export const draftOf = (matchId: string): string => localStorage.getItem(key(matchId)) ?? ''

export function saveDraft(matchId: string, text: string): void {
  if (text.trim()) localStorage.setItem(key(matchId), text)
  else localStorage.removeItem(key(matchId))
}
