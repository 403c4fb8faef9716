// The present of tests. TEST_STARTS_AT moves it to another moment, from which it runs on (calendar.ts). The
// database stays at the machine's time.

let ahead = Number(process.env['TEST_AHEAD'] ?? 0)

/** Each test file begins at that moment. */
export function beginAtMoment(): void {
  const moment = process.env['TEST_STARTS_AT']
  if (moment) ahead = Date.parse(moment) - Date.now()
}

/** All processes of the journeys are the same number of milliseconds ahead. */
export function shareMoment(): void {
  if (process.env['TEST_AHEAD'] === undefined) beginAtMoment()
  process.env['TEST_AHEAD'] = String(ahead)
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

/** Moves the time of pages, except while a journey has set their clock. Runs in them, before their own scripts. */
export const pagePresent = (): string | undefined =>
  ahead === 0
    ? undefined
    : `{
        const now = (real) => real.now() + (globalThis.__pwClock ? 0 : ${ahead})
        Date = new Proxy(Date, {
          construct: (real, given, target) => Reflect.construct(real, given.length > 0 ? given : [now(real)], target),
          apply: (real) => String(new real(now(real))),
          get: (real, name) => (name === 'now' ? () => now(real) : Reflect.get(real, name)),
        })
      }`
