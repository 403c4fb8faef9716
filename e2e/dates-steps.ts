export const PLACE = 'Café by the pier; table 4, inside'

/** Runs in the page. */
export function eveningIn(ahead: number): string {
  const at = new Date()
  at.setDate(at.getDate() + ahead)
  at.setHours(20, 30, 0, 0)
  return at.toISOString()
}
