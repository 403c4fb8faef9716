import type { Step } from './steps.ts'

// The server's tests and the journeys that show dates, at moments at which a month, a year, an age or an hour ends.

type Moment = { name: string; passes: string }

/** What ends or begins there passes while the tests run. */
export const moments: readonly Moment[] = [
  { name: 'the end of 31 January', passes: '2027-02-01T00:00:00Z' },
  { name: 'the end of 28 February', passes: '2027-03-01T00:00:00Z' },
  { name: 'the beginning of 29 February', passes: '2028-02-29T00:00:00Z' },
  { name: 'the end of 29 February', passes: '2028-03-01T00:00:00Z' },
  { name: 'the end of 31 March', passes: '2027-04-01T00:00:00Z' },
  { name: 'the end of winter time in New York', passes: '2027-03-14T07:00:00Z' },
  { name: 'the beginning of summer time in Berlin', passes: '2027-03-28T01:00:00Z' },
  { name: 'the end of summer time in Berlin', passes: '2027-10-31T01:00:00Z' },
  { name: 'midnight in São Paulo at the end of a month', passes: '2027-05-01T03:00:00Z' },
  { name: 'the end of 30 November', passes: '2027-12-01T00:00:00Z' },
  { name: 'the end of the year', passes: '2028-01-01T00:00:00Z' },
]

/** The journeys that show dates, or send them. */
const JOURNEYS =
  'billing calls dashboard dates house notifications own-texts premium settings timeline travel users'.split(' ')

const before = ({ passes }: Moment, minutes: number) => new Date(Date.parse(passes) - minutes * 60_000).toISOString()

/** A test file begins at the moment, and takes less than a minute. The servers of the journeys need some to start. */
export const calendarSteps: Step[] = moments.flatMap((moment) => [
  {
    name: `the server’s tests at ${moment.name}`,
    command: ['vitest', 'run', '--project', 'server'],
    env: { TEST_STARTS_AT: before(moment, 0.5) },
  },
  {
    name: `the journeys that show dates at ${moment.name}`,
    command: ['playwright', 'test', '--project=desk', ...JOURNEYS.map((name) => `/${name}.spec.ts`)],
    env: { TEST_STARTS_AT: before(moment, 2) },
  },
])
