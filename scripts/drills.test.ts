import { existsSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drillsWithoutServer, journeyDrillFiles, journeyDrills, serverDrillFiles } from './drills.ts'

test('every drill is a file that exists, and no other journey is taken for one', () => {
  expect([...serverDrillFiles, ...drillsWithoutServer].filter((file) => !existsSync(file))).toEqual([])
  const found = globSync('e2e/*.spec.ts').filter((file) => journeyDrillFiles.test(file))
  expect(found.toSorted()).toEqual(journeyDrills.map((name) => `e2e/${name}.spec.ts`).toSorted())
})
