import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runChecks } from '../../src/features/operations/checks/check.ts'
import { replicationChecks } from '../../src/features/operations/checks/replication.ts'
import { command, continuousBackup, dataFolder, embeddedWorld, refusal } from '../continuous.ts'
import { tracesIn } from '../traces.ts'
import { until, type World } from '../world.ts'

// npm run backup -- --continuous, and npm run restore -- --at, with databases of their own.

const KEY = 'a key of this test with forty characters'
const COPIED = 'Copied the database.'

const now = async ({ query }: World): Promise<string> => {
  const { rows } = await query('select clock_timestamp() as at')
  return (rows[0] as { at: Date }).at.toISOString()
}

test('a restore to a minute has what was written before it, and sends waiting emails once', async () => {
  const [dataDir, folder, elsewhere] = [dataFolder(), join(dataFolder(), 'backup'), dataFolder()]
  const world = await embeddedWorld(dataDir, { SMTP_URL: 'smtp://127.0.0.1:9' })
  // One photo is removed after the time that we restore, and another one is made.
  const [early, late] = ['ab/early.webp', 'ab/late.webp'].map((name) => join('media', name))
  mkdirSync(join(dataDir, 'media', 'ab'), { recursive: true })
  writeFileSync(join(dataDir, early!), 'early')
  const before = await now(world)
  const backup = await continuousBackup(folder, { dataDir, key: KEY })
  await backup.says(COPIED)
  const ada = await world.member({ firstName: 'Ada' })
  const at = await now(world)
  const ben = await world.member({ firstName: 'Ben' })
  // A kill leaves half a record at most, which the next run cuts off.
  await backup.kill()
  const log = join(folder, 'log', readdirSync(join(folder, 'log')).at(-1)!)
  writeFileSync(log, 'half a record', { flag: 'a' })
  const again = await continuousBackup(folder, { dataDir, key: KEY })
  await again.says('Continuing')
  rmSync(join(dataDir, early!))
  writeFileSync(join(dataDir, late!), 'late')
  utimesSync(join(dataDir, late!), new Date(), new Date(Date.now() + 300_000))
  const second = await command('backup', ['--continuous', folder], { dataDir, key: KEY })
  expect(second).toMatchObject({ code: 1, output: expect.stringContaining('Another continuous backup') })
  expect((await again.stop()).code).toBe(0)

  const restore = (...args: string[]) => command('restore', [folder, ...args], { dataDir: elsewhere, key: KEY })
  const refused = (when: string) => refusal(folder, when, { dataDir: elsewhere, key: KEY })
  expect(await refused(before)).toMatch(/The backup begins at \S+Z\. Name that time or a later one/)
  expect(await refused('2126-01-01T00:00:00Z')).toMatch(/The backup ends at \S+Z/)
  expect(await refused('yesterday')).toContain('isn’t a time with its zone')
  copyFileSync(join(dataDir, 'token.secret'), join(elsewhere, 'token.secret'))
  const { code, output } = await restore('--at', at)
  expect(output).toMatch(
    /^Restored \d+ tables, \d+ rows, 1 waiting job, and 1 media file, .* Everyone has to sign in again/,
  )
  expect(output).toContain('erasures.log is missing')
  expect(code).toBe(0)
  expect(readdirSync(elsewhere).filter((name) => name.startsWith('restoring-'))).toEqual([])

  expect(readFileSync(join(elsewhere, early!), 'utf8')).toBe('early')
  expect(existsSync(join(elsewhere, late!))).toBe(false)
  const restored = await embeddedWorld(elsewhere)
  const signIn = ({ email, password }: typeof ada) => restored.client().login({ body: { email, password } })
  await expect(signIn(ada)).resolves.toBeTruthy()
  await expect(signIn(ben)).rejects.toMatchObject({ status: 401 })
  expect(await tracesIn(restored, [ben.email])).toEqual([])
  expect(await restored.mailsTo(ada.email)).toHaveLength(1)
})

test('a backup that was changed, cut or is locked by another key is refused, and a whole one restores', async () => {
  const [dataDir, folder, elsewhere] = [dataFolder(), join(dataFolder(), 'backup'), dataFolder()]
  const world = await embeddedWorld(dataDir)
  const backup = await continuousBackup(folder, { dataDir, key: KEY })
  await backup.says(COPIED)
  await world.query('select pg_switch_wal()')
  await world.member()
  await backup.stop()
  const [first, last] = [0, -1].map((at) => join(folder, 'log', readdirSync(join(folder, 'log')).sort().at(at)!))
  const copy = (name: string) => {
    const target = join(dataFolder(), name)
    cpSync(folder, target, { recursive: true })
    return (file: string) => file.replace(folder, target)
  }
  const attempt = (of: string, key = KEY) => refusal(of, 'latest', { dataDir: elsewhere, key })
  const flip = (file: string) => {
    const bytes = readFileSync(file)
    bytes[bytes.length - 100]! ^= 1
    writeFileSync(file, bytes)
  }

  expect(await attempt(folder, 'another key with more than forty characters')).toContain('BACKUP_KEY doesn’t open')
  expect(await attempt(folder, '')).toContain('is encrypted. Set BACKUP_KEY')
  const changed = copy('changed')
  flip(changed(last!))
  expect(await attempt(changed(folder))).toMatch(/^log\/\w+ was changed after it was backed up/)
  const [base] = readdirSync(join(folder, 'bases')).filter((name) => name.endsWith('.tar'))
  const cut = copy('cut')
  truncateSync(cut(join(folder, 'bases', base!)), 500_000)
  expect(await attempt(cut(folder))).toMatch(/^bases\/\S+ is cut: its end is missing/)
  const short = copy('short')
  rmSync(short(last!))
  expect(await attempt(short(folder))).toMatch(/^The backup’s WAL is truncated: the last files are missing/)
  expect(readdirSync(elsewhere)).toEqual([])

  // What is whole restores, also without the older copies and their log.
  await world.query('select pg_switch_wal()')
  const newer = await continuousBackup(folder, { dataDir, key: KEY }, '--new-base', '--keep-days', '0')
  await newer.says(COPIED)
  await newer.stop()
  expect(readdirSync(join(folder, 'bases'))).toHaveLength(2)
  expect(existsSync(first!)).toBe(false)
  const trial = await command('restore', [folder, '--at', 'latest', '--try'], { dataDir: elsewhere, key: KEY })
  expect(trial).toMatchObject({
    code: 0,
    output: expect.stringMatching(/as of latest: \d+ tables, .* Nothing was changed/),
  })
  expect(readdirSync(elsewhere)).toEqual([])
  const slots = `select from pg_replication_slots where slot_name = 'kindred_backup'`
  const noted = `select from facts where key = 'backup-continuous'`
  expect((await world.query(slots)).rowCount).toBe(1)
  expect((await world.query(noted)).rowCount).toBe(1)
  expect((await command('backup', ['--continuous', '--end'], { dataDir })).code).toBe(0)
  expect((await world.query(slots)).rowCount).toBe(0)
  expect((await world.query(noted)).rowCount).toBe(0)
})

test('the doctor knows the backup’s slot, which keeps a limited part of the log; a late backup begins anew', async () => {
  const [dataDir, folder] = [dataFolder(), join(dataFolder(), 'backup')]
  const world = await embeddedWorld(dataDir)
  const look = async () => (await runChecks(replicationChecks(world.deps.db, undefined))).map(({ message }) => message)
  const NONE = 'There is no standby, and no write waits for one.'
  const first = await continuousBackup(folder, { dataDir, key: KEY })
  await first.says(COPIED)
  // As the server's role, which sees nothing of other connections.
  expect(await look()).toEqual([NONE, 'Every slot is read.'])
  await world.query('grant pg_read_all_stats to kindred_app')
  expect(await look()).toEqual([NONE, 'Every slot is read.'])
  await first.stop()
  expect(await look()).toEqual([
    NONE,
    expect.stringMatching(/^The continuous backup isn’t running.*--continuous --end$/),
  ])

  const { rows } = await world.query('show max_slot_wal_keep_size')
  expect(rows).toEqual([{ max_slot_wal_keep_size: '8GB' }])
  await world.query(`alter system set max_slot_wal_keep_size = '1MB'`)
  await world.query('select pg_reload_conf()')
  const lost = `select from pg_replication_slots where slot_name = 'kindred_backup' and wal_status = 'lost'`
  await until(async () => {
    await world.query(`select pg_logical_emit_message(false, 'kindred', repeat('x', 1000000)), pg_switch_wal()`)
    await world.query('checkpoint')
    return (await world.query(lost)).rowCount === 1
  })
  expect(await look()).toEqual([
    NONE,
    expect.stringMatching(/^The continuous backup was away.* begins with a new copy/),
  ])
  await world.query('alter system reset max_slot_wal_keep_size')
  await world.query('select pg_reload_conf()')
  const again = await continuousBackup(folder, { dataDir, key: KEY })
  await again.says(COPIED)
  expect(await look()).toEqual([NONE, 'Every slot is read.'])
  await again.stop()
})
