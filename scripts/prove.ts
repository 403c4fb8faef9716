// npm run prove: every proof at its full numbers. What a proof measured, it prints as a line that begins with 'proof:'.
import { counts, plain, run, tell, type Step } from './steps.ts'

const asked = process.argv.slice(2)
const env = { PROVE: 'full' }
const steps: Step[] = [
  { name: 'every proof at its full numbers', command: ['vitest', 'run', '--project', 'server*', ...asked], env },
  // Whoever asks for some of the proofs means those of the server.
  ...(asked.length === 0
    ? [
        { name: 'the web builds', command: [process.execPath, 'scripts/build-web.ts', '--if-stale'] },
        { name: 'the back office with 100,000 users', command: ['playwright', 'test', 'crowds'], env },
      ]
    : []),
]

const sum = { passed: 0, failed: 0 }
let output = ''
for (const step of steps) {
  const outcome = await run(step, true)
  tell(outcome, true)
  const inside = counts(outcome.output)
  sum.passed += inside.passed
  sum.failed += inside.failed + (inside.failed === 0 && !outcome.passed ? 1 : 0)
  output += outcome.output
}
const measured = plain(output)
  .split('\n')
  .filter((line) => line.startsWith('proof:'))
if (measured.length > 0) console.log(`\n${measured.map((line) => line.slice(7)).join('\n')}`)
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed > 0 ? 1 : 0)
