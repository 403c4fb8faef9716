// The present of tests. TEST_STARTS_AT moves it to another moment, from which it runs on (scripts/calendar.ts). The
// database stays at the machine's time.

let ahead = 0

/** Each test file, and each server of the journeys, begins at that moment. */
export function beginAtMoment(): void {
  const moment = process.env['TEST_STARTS_AT']
  if (moment) ahead = Date.parse(moment) - Date.now()
}

export const present = (): Date => new Date(Date.now() + ahead)
export const inFuture = (milliseconds: number): Date => new Date(Date.now() + ahead + milliseconds)

/** The birthday of people of this age was half a year ago, so that no test begins or ends in another year of theirs. */
export function bornYearsAgo(age: number): string {
  const born = present()
  born.setUTCFullYear(born.getUTCFullYear() - age, born.getUTCMonth() - 6, 15)
  return born.toISOString().slice(0, 10)
}

/** The same statement with the present of tests as its `now()`, except about jobs, which the database itself times. */
export const inPresent = (statement: string): string =>
  ahead === 0 || statement.includes('pgboss')
    ? statement
    : statement.replaceAll(/\bnow\(\)/g, `(now() + interval '${ahead} milliseconds')`)
