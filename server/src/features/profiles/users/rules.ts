/** Whole years between a day of birth and today. Born on 29 February, one is a year older on 1 March. */
export function ageOn(dateOfBirth: string, today: Date): number {
  const [year, month, day] = dateOfBirth.split('-').map(Number) as [number, number, number]
  const years = today.getUTCFullYear() - year
  const before = today.getUTCMonth() + 1 < month || (today.getUTCMonth() + 1 === month && today.getUTCDate() < day)
  return before ? years - 1 : years
}

export const YOUNGEST = 18
export const OLDEST = 120

type Said = { gender: string | null; interested_in: readonly string[]; city: string | null }

/** What a profile lacks before it can be shown to anybody, each with the words for it. */
export function missingIn(
  { date_of_birth }: { date_of_birth: string | null },
  profile: Said | null,
): { path: string; msg: string }[] {
  return [
    ...(profile?.gender ? [] : [{ path: 'gender', msg: 'Please say what you are.' }]),
    ...(profile?.interested_in.length ? [] : [{ path: 'interestedIn', msg: 'Please say whom you look for.' }]),
    ...(date_of_birth ? [] : [{ path: 'dateOfBirth', msg: 'Please say when you were born.' }]),
    ...(profile?.city ? [] : [{ path: 'location', msg: 'Please say where you are.' }]),
  ]
}
