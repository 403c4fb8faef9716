/** Whole years between a day of birth and today. Born on 29 February, one is a year older on 1 March. */
export function ageOn(dateOfBirth: string, today: Date): number {
  const [year, month, day] = dateOfBirth.split('-').map(Number) as [number, number, number]
  const years = today.getUTCFullYear() - year
  const before = today.getUTCMonth() + 1 < month || (today.getUTCMonth() + 1 === month && today.getUTCDate() < day)
  return before ? years - 1 : years
}

export const YOUNGEST = 18
export const OLDEST = 120
