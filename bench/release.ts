import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Row } from './results.ts'

/** The values that don't depend on the machine. */
type Figures = Pick<Row, 'what' | 'ratio' | 'isShare' | 'blocks' | 'trips'>
export type Release = { version: string; people: number; choices: number; rows: readonly Figures[] }

/** The tolerated factor in time. Load on the machine shifts even the ratio of two medians. */
const SLOWER = 3
/** The tolerated factor in pages. Only the plan, the data and the schema determine them, and populations are alike. */
const MORE_PAGES = 1.5
/** Differences of a few pages are ignored, because they depend on how full the pages are. */
const FEW_BLOCKS = 30
/** The tolerated factor in round trips. A deck needs a few more for some viewers than for others. */
const MORE_TRIPS = 1.5

const fileFor = (people: number) => `bench/results/release-${people}.json`

export function lastRelease(people: number): Release | undefined {
  const file = fileFor(people)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

export function saveRelease(people: number, choices: number, all: readonly Row[]): void {
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'))
  // A time that missed its target is no basis for comparison.
  const rows = all
    .filter(
      ({ met, ratio, blocks, trips }) => (met && ratio !== undefined) || blocks !== undefined || trips !== undefined,
    )
    .map(({ what, met, ratio, isShare, blocks, trips }): Figures => ({
      what,
      ...(ratio === undefined || !met ? {} : { ratio: Number(ratio.toFixed(3)) }),
      ...(isShare ? { isShare } : {}),
      ...(blocks === undefined ? {} : { blocks }),
      ...(trips === undefined ? {} : { trips }),
    }))
  const release: Release = { version, people, choices, rows }
  writeFileSync(fileFor(people), `${JSON.stringify(release, null, 2)}\n`)
}

export type Comparison = { text: string; isWorse: boolean }

/** The factors since the last release for time relative to the baseline, pages read, and round trips. */
export function comparison(row: Row, { version, rows }: Release): Comparison | undefined {
  const then = rows.find(({ what }) => what === row.what)
  if (!then) return undefined
  const factors: { text: string; isWorse: boolean }[] = []
  if (row.ratio !== undefined && then.ratio) {
    const factor = row.isShare ? then.ratio / row.ratio : row.ratio / then.ratio
    factors.push({ text: `${factor.toFixed(2)} × the time`, isWorse: factor > SLOWER })
  }
  if (row.blocks !== undefined && then.blocks !== undefined)
    factors.push({
      text: `${row.blocks} pages for ${then.blocks}`,
      isWorse: row.blocks > MORE_PAGES * then.blocks + FEW_BLOCKS,
    })
  if (row.trips !== undefined && then.trips !== undefined)
    factors.push({ text: `${row.trips} round trips for ${then.trips}`, isWorse: row.trips > MORE_TRIPS * then.trips })
  if (factors.length === 0) return undefined
  return {
    text: `${version}: ${factors.map(({ text }) => text).join(', ')}`,
    isWorse: factors.some(({ isWorse }) => isWorse),
  }
}
