import { chmodSync, rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbedded } from '../../src/infra/embedded/postgres.ts'
import { makeScratchFolder } from '../../../scripts/scratch.ts'
import { steps } from '../../src/infra/db/migrate.ts'
import { askDatabase, startWorld } from '../world.ts'
import { command, env } from '../roles-steps.ts'

const type = (databaseUrl: string, ...args: string[]) => command('admin', databaseUrl, args)

/** A database without the server's role, like an external one. */
async function outsideDatabase() {
  const dataDir = makeScratchFolder('outside')
  chmodSync(dataDir, 0o711)
  const postgres = await openEmbedded({ dataDir, database: 'outside', flags: ['fsync=off'] })
  onTestFinished(async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await askDatabase(postgres.url, 'drop role kindred_app')
  return postgres.url
}

test('with a single database role the server starts, warns and reports it; a command creates the other role', async () => {
  const url = await outsideDatabase()
  const one = await startWorld({ databaseUrl: url, appUrl: url, env })
  const { client } = await one.administrator()
  expect(one.logged()).toContain('create-roles')
  expect((await client.getChecks()).data.checks).toMatchObject([{ name: 'audit-append-only', passed: false }])
  expect(await command('doctor', url)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/✗ audit-append-only.*create-roles/),
  })
  await one.stop()

  const { code, output } = await type(url, 'create-roles')
  expect([code, output]).toEqual([0, expect.stringMatching(/^DATABASE_URL=postgres:\/\/kindred_app:\S+$/m)])
  const appUrl = /^DATABASE_URL=(\S+)$/m.exec(output)![1]!
  expect((await type(url, 'create-roles')).output).toContain('already exists')
  const two = await startWorld({ databaseUrl: url, appUrl, env })
  const ines = await two.administrator()
  expect(two.logged()).not.toContain('create-roles')
  expect((await ines.client.getChecks()).data.checks).toMatchObject([{ passed: true }])
  expect((await command('doctor', appUrl)).output).toMatch(/✓ audit-append-only/)
  // A start that needs more privileges to migrate is refused with an explanation before it changes anything.
  const newest = steps().at(-1)!
  await askDatabase(url, `delete from migrations where name = '${newest}'`)
  await expect(startWorld({ databaseUrl: url, appUrl, env })).rejects.toThrow(new RegExp(`${newest}.*create-roles`))
}, 120_000)

test('a role that is created with APP_PASSWORD has that password, and the output never shows it', async () => {
  const url = await outsideDatabase()
  const password = 'of-the-operators-choice'
  const made = await command('admin', url, ['create-roles'], { APP_PASSWORD: password })
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/kindred_app is created, with APP_PASSWORD/) })
  expect(made.output).not.toMatch(/postgres:|of-the-operators-choice/)
  const address = new URL(url)
  address.username = 'kindred_app'
  address.password = password
  expect((await askDatabase(address.href, 'select current_user as name')).rows).toEqual([{ name: 'kindred_app' }])
  // If the role may not create others, the command's output doesn't contain the password either.
  await askDatabase(url, `grant all on schema public to kindred_app`)
  await askDatabase(url, `alter role kindred_app rename to other_role`)
  address.username = 'other_role'
  await askDatabase(url, `alter role other_role password '${password}'`)
  const refused = await command('admin', address.href, ['create-roles'], { APP_PASSWORD: 'another-choice-of-theirs' })
  expect(refused.code).toBe(1)
  expect(refused.output).not.toContain('another-choice-of-theirs')
}, 120_000)
