// npm test: every check, from a fresh clone.
import { run } from './run.mjs'

run('scripts/test.ts', process.argv.slice(2))
