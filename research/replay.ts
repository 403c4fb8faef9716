// npm run replay -- FILE.csv: replays real swipes through the ranking's own probabilities.
//
// Columns: from, to, when, likes (yes or no). Optional: event (people of two events never meet), group and otherGroup,
// score (0 to 100), and low, high, truth (an interval, and the value it estimates). Prints how well mutual likes are
// predicted with 3, 8 and 11 known swipes of each person, next to a rival that only counts likes. Parameters are fitted
// on other people.
import { readFileSync } from 'node:fs'
import { parseCommand, positive, tryWith } from '../scripts/usage.ts'
import { halvesOf } from './replay/halves.ts'
import { bootstrapped, coverageOf, isTelling } from './replay/measures.ts'
import { pairsOf } from './replay/pairs.ts'
import { readChoices } from './replay/read-choices.ts'

const USAGE = 'npm run replay -- FILE.csv [--known 3,8,11] [--rounds 500]'
const { values, positionals } = parseCommand(USAGE, {
  allowPositionals: true,
  options: { known: { type: 'string', default: '3,8,11' }, rounds: { type: 'string', default: '500' } },
})
const [file] = positionals
const { choices, depths, rounds } = tryWith(USAGE, () => {
  if (!file) throw new Error('Name a file.')
  return {
    depths: values.known.split(',').map(positive),
    rounds: positive(values.rounds),
    choices: readChoices(readFileSync(file, 'utf8')),
  }
})
console.log(`${choices.length} choices`)
const halves = halvesOf(choices)
for (const warning of halves.warnings) console.warn(`Warning: ${warning}`)
for (const known of depths) {
  const pairs = await pairsOf(halves, known)
  console.log(`${known} known decisions: ${pairs.length} pairs, ${pairs.filter(({ mutual }) => mutual).length} mutual`)
  if (!isTelling(pairs)) continue
  for (const [name, { value, low, high }] of bootstrapped(pairs, rounds))
    console.log(`  ${name.padEnd(28)} ${value.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`)
}
const covered = coverageOf(choices)
if (covered !== null) console.log(`Intervals contain what they estimate in ${(covered * 100).toFixed(1)} % of cases.`)
