// npm test: every check there is, from a fresh clone.
import { run } from './run.mjs'

run('scripts/test.ts', process.argv.slice(2))
