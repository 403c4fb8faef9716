import { expect, onTestFinished, test } from 'vitest'
import { noteAuditHead } from '../../src/features/operations/audit/jobs.ts'
import { cloneDatabase, startWorld } from '../world.ts'
import { command } from '../roles-steps.ts'

// Commands for operators of an external database, and the server's checks of its database role.

const type = (databaseUrl: string, ...args: string[]) => command('admin', databaseUrl, args)

test('an operator can verify the log, which shows its row count or the first invalid row', async () => {
  const { url, drop } = await cloneDatabase()
  onTestFinished(drop)
  const world = await startWorld({ databaseUrl: url })
  const [ada, { client }] = [await world.dater(), await world.administrator()]
  for (const bio of ['a', 'b', 'c']) await client.editUser({ params: { id: ada.user._id }, body: { bio } })
  const whole = await type(url, 'verify-audit')
  expect([whole.code, whole.output]).toEqual([0, expect.stringContaining('Checked 3 rows')])
  const head = /^Head: (\S+)$/m.exec(whole.output)![1]!
  await noteAuditHead(world.deps)
  expect(await type(world.appUrl, 'verify-audit', head)).toMatchObject({ code: 0 })
  const { rows } = await world.query('select audit_id from audit_chain where place = 2')
  await world.query(`set session_replication_role = replica; update audit_log set action = 'x'
    where id = (select audit_id from audit_chain where place = 2)`)
  const broken = await type(url, 'verify-audit')
  expect([broken.code, broken.output]).toEqual([1, expect.stringContaining('Checked 1 row before it')])
  expect(broken.output).toContain((rows[0] as { audit_id: string }).audit_id)
}, 120_000)
