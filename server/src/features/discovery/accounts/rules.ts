/** February 29 becomes February 28 in a year without it. */
function yearsBefore(day: string, years: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year - years, month, 0)).getUTCDate()
  return new Date(Date.UTC(year - years, month - 1, Math.min(date, last))).toISOString().slice(0, 10)
}

export const bornBetween = ({ from, to }: { from: number; to: number }, today: string) => ({
  after: yearsBefore(today, to + 1),
  until: yearsBefore(today, from),
})
