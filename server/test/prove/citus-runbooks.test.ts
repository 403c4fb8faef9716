import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { prepareDatabase } from '../../src/infra/db/prepare.ts'
import { openLog } from '../../src/infra/log.ts'
import { hasCitus } from '../citus.ts'
import { introduce, openServer, openStandby, openWorker, portOf } from '../citus-servers.ts'
import { fill, keepWriting, lost } from '../keep-writing.ts'
import { proof, rounds } from '../proofs.ts'
import { follow, missingLines, namesOf, readRunbook } from '../runbook.ts'
import { type } from '../typed-commands.ts'
import { runsWhere } from '../where.ts'
import { askDatabase, startWorld, until } from '../world.ts'

// Runs the commands of the runbooks about Citus unchanged, with real servers and while members write.

const psql = spawnSync('psql', ['--version']).status === 0

const isRefusal = (error: string) => error.includes('temporarily unavailable')

/** Makes the standby synchronous, and waits until it is. */
async function waitForStandby(url: string): Promise<void> {
  await askDatabase(url, `alter system set synchronous_standby_names = '*'`)
  await askDatabase(url, 'select pg_reload_conf()')
  const synchronous = `select from pg_stat_replication where sync_state = 'sync'`
  await until(async () => (await askDatabase(url, synchronous)).rowCount === 1)
}

test.for(runsWhere(hasCitus && psql, 'psql and Citus (CITUS_BIN is the folder of its PostgreSQL)'))(
  'a worker is added, one is replaced, and the coordinator, and nothing answered is lost',
  { timeout: 900_000 },
  async () => {
    const coordinator = await openServer()
    const workers = [await openWorker(), await openWorker(), await openWorker()]
    const [first, second, third] = workers.map(portOf)
    for (const { url } of [coordinator, ...workers]) await askDatabase(url, 'create role postgres superuser login')
    await prepareDatabase({ app: coordinator.appUrl, owner: coordinator.url }, openLog('silent'))
    await fill((text) => askDatabase(coordinator.url, text), rounds(10_000, 200_000))
    await askDatabase(coordinator.url, 'create extension citus')
    await introduce(coordinator, workers.slice(0, 2))
    const nextCoordinator = await openStandby(coordinator)
    const both = (url: string) =>
      `${url.replace(/:\d+\//, `:${portOf(coordinator)},127.0.0.1:${portOf(nextCoordinator)}/`)}?target_session_attrs=read-write`
    const world = await startWorld({ databaseUrl: coordinator.url, appUrl: both(coordinator.appUrl), eavesdrop: false })
    await type(world, 'admin', 'distribute')
    const [one, other, ...others] = await Promise.all(Array.from({ length: 8 }, () => world.dater()))
    await world.query(`update accounts set premium_until = now() + interval '1 day'`)
    const match = await world.matched(one!, other!)
    const write = () => keepWriting(one!, other!, match, others)

    /** Follows a runbook with other settings, and returns the expected lines that weren't printed. */
    const followPage = async (name: string, settings: Record<string, string>) => {
      const page = readRunbook(name)
      expect(Object.keys(settings).sort()).toEqual(namesOf(page.settings))
      const lines = Object.entries(settings).map(([key, value]) =>
        value.startsWith('()') ? `${key}${value}` : `export ${key}='${value}'`,
      )
      const printed = await follow(page, lines.join('\n'))
      return page.steps.flatMap((step, at) => missingLines(step, printed[at] ?? ''))
    }
    const asPostgres = (url: string) => url.replace(/\/\/[^@]*@/, '//postgres@')
    const here = { DATABASE_URL: both(coordinator.url), COORDINATOR: asPostgres(coordinator.url) }
    const holders = async (url: string) =>
      (await askDatabase(url, 'select distinct nodeport::text as port from citus_shards order by 1')).rows
        .map(({ port }): string => port)
        .toSorted()

    const adding = write()
    const added = { ...here, WORKER: '127.0.0.1', WORKER_PORT: third! }
    expect(await followPage('add-worker', added)).toEqual([])
    const moved = await adding.stop()
    expect([...new Set(moved.errors)]).toEqual([])
    expect(await lost(world.query, one!, moved)).toEqual([])
    expect(await holders(coordinator.url)).toEqual([first, second, third].map(String).toSorted())
    proof(
      `shards were moved to a new worker under ${moved.messages.size} messages and ${moved.made} choices: none lost, and ` +
        `the longest call took ${Math.round(moved.worst)} ms`,
    )

    const everyWorker = workers.map(({ url }) => asPostgres(url)).join(' ')
    expect(await followPage('citus-backup', { COORDINATOR: here.COORDINATOR })).toEqual([])
    expect(await followPage('citus-upgrade', { COORDINATOR: here.COORDINATOR, WORKERS: everyWorker })).toEqual([])

    const nextWorker = await openStandby(workers[0]!)
    await waitForStandby(workers[0]!.url)
    await waitForStandby(coordinator.url)
    const replacing = write()
    await until(() => replacing.answered.messages.size > 20)
    workers[0]!.kill()
    const replaced = {
      ...here,
      WORKER: '127.0.0.1',
      WORKER_PORT: first!,
      STANDBY: '127.0.0.1',
      STANDBY_PORT: portOf(nextWorker),
      stop_worker: '() { true; }',
    }
    expect(await followPage('lost-worker', replaced)).toEqual([])
    await until(() => replacing.answered.made > 20)
    const through = await replacing.stop()
    expect(through.errors.filter((error) => !isRefusal(error))).toEqual([])
    expect(await lost(world.query, one!, through)).toEqual([])
    expect(await holders(coordinator.url)).toContain(portOf(nextWorker))

    const failing = write()
    await until(() => failing.answered.messages.size > 20)
    coordinator.kill()
    const coordinated = {
      ADDRESS: world.base,
      STANDBY: '127.0.0.1',
      STANDBY_PORT: portOf(nextCoordinator),
      stop_coordinator: '() { true; }',
    }
    expect(await followPage('lost-coordinator', coordinated)).toEqual([])
    const before = failing.answered.messages.size
    await until(() => failing.answered.messages.size > before + 20)
    const after = await failing.stop()
    expect(after.errors.filter((error) => !isRefusal(error))).toEqual([])
    expect(await lost((text) => askDatabase(nextCoordinator.url, text), one!, after)).toEqual([])
    proof('the commands of the pages about Citus were run as they are, and nothing that was answered is lost')
  },
)
