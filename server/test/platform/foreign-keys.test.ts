import { expect, onTestFinished, test } from 'vitest'
import { askDatabase, cloneDatabase } from '../world.ts'

test('deleting a row finds the rows that refer to it by an index', async () => {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const { rows } = await askDatabase(
    url,
    `select conrelid::regclass::text || '.' || conname as name, exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any(c.conkey)
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$')) as is_found
      from pg_constraint c
      where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  )
  const found = rows as { name: string; is_found: boolean }[]
  expect(found.length).toBeGreaterThan(50)
  expect(found.filter((each) => !each.is_found).map(({ name }) => name)).toEqual([])
})
