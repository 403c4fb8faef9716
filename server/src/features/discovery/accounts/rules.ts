/** The day as many years before; of the last of February the last of February. */
function yearsBefore(day: string, years: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year - years, month, 0)).getUTCDate()
  return new Date(Date.UTC(year - years, month - 1, Math.min(date, last))).toISOString().slice(0, 10)
}

/** When those of a bucket were born. */
export const bornBetween = ({ from, to }: { from: number; to: number }, today: string) => ({
  after: yearsBefore(today, to + 1),
  until: yearsBefore(today, from),
})
