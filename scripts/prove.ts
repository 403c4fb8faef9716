// npm run prove: every proof at its full numbers. What a proof measured, it prints as a line that begins with 'proof:'.
import { counts, plain, run, tell } from './steps.ts'

const outcome = await run(
  {
    name: 'every proof at its full numbers',
    command: ['vitest', 'run', '--project', 'server*', ...process.argv.slice(2)],
    env: { PROVE: 'full' },
  },
  true,
)
tell(outcome, true)
const measured = plain(outcome.output)
  .split('\n')
  .filter((line) => line.startsWith('proof:'))
if (measured.length > 0) console.log(`\n${measured.map((line) => line.slice(7)).join('\n')}`)
const { passed, failed } = counts(outcome.output)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(outcome.passed ? 0 : 1)
