// The size of the code in numbers, printed by `npm run check`. Fails above a limit and names the places.
import { MOST_ROOM_PAIRS, roomCycles, roomPairs, sourceFiles, webCycles } from './architecture.ts'
import { excesses, functionLengths, isOwnSource, limits, linesIn, longLines, sizesOf, type Sizes } from './code-size.ts'
import { assertionsIn, codeFiles, MOST_ASSERTIONS } from './measures-of-code.ts'
import { MOST_LINES, ownLines, styleFiles } from './styles.ts'

type Row = { what: string; measured: string; limit: string; problems: string[] }

const inWords = ({ median, p90, max }: Sizes): string => `${median} / ${p90} / ${max}`

const sizeRow = (what: string, lengths: readonly number[], most: Sizes): Row => {
  const sizes = sizesOf(lengths)
  return { what, measured: inWords(sizes), limit: inWords(most), problems: excesses(what, sizes, most) }
}

function countRow(what: string, found: number, most: number, where: readonly string[]): Row {
  return { what, measured: String(found), limit: String(most), problems: found > most ? [...where] : [] }
}

export function codeReport(): Row[] {
  const files = sourceFiles()
  const own = [...files].filter(([file]) => isOwnSource(file))
  const long = own.flatMap(([file, source]) => longLines(file, source))
  const cycles = [...roomCycles(files), ...webCycles(files)].map((cycle) => cycle.join(' → '))
  const assertions = [...assertionsIn(codeFiles()).values()]
  const unexplained = assertions.flatMap((each) => each.unexplained)
  const sum = (kind: 'casts' | 'nonNull') => assertions.reduce((total, each) => total + each[kind], 0)
  const lengths = own.map(([, source]) => linesIn(source))
  const ofFunctions = own.flatMap(([file, source]) => functionLengths(file, source))
  const ownStyles = ownLines(styleFiles())
  return [
    sizeRow('lines in a file (median / p90 / max)', lengths, limits.files),
    sizeRow('lines in a function of several lines', ofFunctions, limits.functions),
    countRow(`lines over ${limits.lineLength} characters`, long.length, 0, long),
    countRow('pairs of rooms that import', roomPairs(files).length, MOST_ROOM_PAIRS, roomPairs(files)),
    countRow('cycles of rooms and of web files', cycles.length, 0, cycles),
    countRow('casts (`as`)', sum('casts'), MOST_ASSERTIONS, ['too many casts']),
    countRow('non-null marks (`!`)', sum('nonNull'), MOST_ASSERTIONS, ['too many non-null marks']),
    countRow('casts and marks without a reason', unexplained.length, 0, unexplained),
    countRow('lines of our own CSS', ownStyles, MOST_LINES, ['too many lines of CSS']),
  ]
}

if (import.meta.main) {
  const rows = codeReport()
  for (const { what, measured, limit } of rows)
    console.log(`  ${what.padEnd(40)} ${measured.padStart(14)}  at most ${limit}`)
  const problems = rows.flatMap((row) => row.problems)
  if (problems.length > 0) console.log(problems.join('\n'))
  process.exit(problems.length > 0 ? 1 : 0)
}
