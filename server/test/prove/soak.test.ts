import { readdirSync, rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { newcomer } from '../../../bench/people.ts'
import { populate } from '../../../bench/population.ts'
import { present } from '../../../bench/present.ts'
import { SECRET } from '../../../bench/sessions.ts'
import { pairsOf, socketOf } from '../../../bench/sockets.ts'
import { openDb, openPool } from '../../src/infra/db/db.ts'
import { makeScratchFolder } from '../../../scripts/scratch.ts'
import { openHeap } from '../inspected.ts'
import { mixOver, openLoop, send } from '../load-mix.ts'
import { ownPort, serverProcess } from '../processes.ts'
import { proof } from '../proofs.ts'
import { addFrequent } from '../queues.ts'
import { runsWhere } from '../where.ts'
import { askDatabase, cloneDatabase } from '../world.ts'

// A server's memory, files and connections must not grow under a light load for an hour, or for SOAK_MINUTES.

const MINUTES = Number(process.env['SOAK_MINUTES'] ?? 60)
/**
 * Minutes in which caches fill and the engine compiles hot code, with more requests than are measured afterward, and as
 * many runs of each job as in hours. Otherwise, the engine would go on compiling functions of jobs for a day.
 */
const WARM_UP = Math.min(10, Math.floor(MINUTES / 3))
const WARM_UP_A_SECOND = 100
/** Minutes in which a server that has just started can't answer that many requests yet. */
const COLD = 1
const WARM_UP_JOBS_A_MINUTE = 30
const PEOPLE = 3000
const A_SECOND = 20
const SOCKETS_EACH_MINUTE = 100
const LONG = 30
const MOST_MB_AN_HOUR = 1
/** Clients keep connections open for a while, and pools open and close some. */
const MOST_MORE = { files: 15, connections: 4 }

const BYTES_OF_A_MB = 1024 * 1024

type Sample = { megabytes: number; files: number; connections: number }

/** The hourly rise along the least-squares line through all samples. */
function slope(perMinute: readonly number[]): number {
  const middle = (perMinute.length - 1) / 2
  const average = perMinute.reduce((sum, each) => sum + each, 0) / perMinute.length
  const rise = perMinute.reduce((sum, each, minute) => sum + (minute - middle) * (each - average), 0)
  return (60 * rise) / perMinute.reduce((sum, _, minute) => sum + (minute - middle) ** 2, 0)
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

const isSuccess = (status: number) => status >= 200 && status < 300

/** The increase of the median from the first third to the last. */
function gain(values: readonly number[]): number {
  const third = Math.max(1, Math.floor(values.length / 3))
  return median(values.slice(-third)) - median(values.slice(0, third))
}

const CONNECTIONS = `
  select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`

async function sample(databaseUrl: string, pid: number, heap: Awaited<ReturnType<typeof openHeap>>): Promise<Sample> {
  const { rows } = await askDatabase(databaseUrl, CONNECTIONS)
  return {
    megabytes: (await heap.usedBytes()) / BYTES_OF_A_MB,
    files: readdirSync(`/proc/${pid}/fd`).length,
    connections: (rows as { count: number }[])[0]!.count,
  }
}

/** A server with a population, their requests, and pairs of members who connect for a while. */
async function openSoak() {
  const { url: databaseUrl, drop } = await cloneDatabase()
  onTestFinished(drop)
  const folder = makeScratchFolder('soak')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await populate(databaseUrl, PEOPLE, 50)
  const port = await ownPort()
  const database = { databaseUrl, config: { DATA_DIR: folder } }
  const server = await serverProcess(database, { TOKEN_SECRET: SECRET, NODE_OPTIONS: `--inspect-port=${port}` })
  const db = openDb(openPool(databaseUrl, 4))
  const { id } = await newcomer(server)
  const account = await db.selectFrom('accounts').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  const mix = await mixOver(db, present(account.email))
  const pairs = await pairsOf({ db }, SOCKETS_EACH_MINUTE)
  // The count of connections must include only the server's.
  await db.destroy()
  const heap = await openHeap(server.pid(), port)
  onTestFinished(heap.close)
  const openSockets = () => Promise.all(pairs.map(({ reader }) => socketOf(server.base, reader)))
  const addJobs = () => addFrequent(databaseUrl, WARM_UP_JOBS_A_MINUTE)
  return { server, mix, openSockets, addJobs, sample: () => sample(databaseUrl, server.pid(), heap) }
}

test('a heap that gains a megabyte a minute gains sixty an hour, and one that sways gains nothing', () => {
  expect([slope([7, 8, 9, 10]), slope([7, 9, 9, 7])]).toEqual([60, 0])
  expect([gain([20, 21, 20, 35, 36, 36]), gain([20, 90, 20, 21, 20, 21, 20, 90, 20])]).toEqual([15, 0])
})

test.for(runsWhere(process.platform === 'linux', 'Linux'))(
  'under a light load, a server’s memory, open files and connections do not grow',
  { timeout: (2 * MINUTES + 10) * 60_000 },
  async () => {
    const { server, mix, openSockets, addJobs, sample: sampleNow } = await openSoak()
    const samples: Sample[] = []
    const statuses = new Map<number, number>()
    const refusing: string[] = []
    let n = 0
    for (let minute = 0; minute < MINUTES; minute++) {
      const sockets = await openSockets()
      if (minute < WARM_UP) await addJobs()
      const isWarmingUp = minute >= COLD && minute < WARM_UP
      const answers = await openLoop(isWarmingUp ? WARM_UP_A_SECOND : A_SECOND, 60, (due) =>
        send(server.base, mix(n++), due),
      )
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const refused = answers.filter(({ status }) => !isSuccess(status)).length
      if (refused > 0) refusing.push(`${refused} in minute ${minute + 1}`)
      samples.push(await sampleNow())
      for (const socket of sockets) socket.close()
    }
    const steady = samples.slice(WARM_UP)
    const all = (of: keyof Sample) => steady.map((each) => each[of])
    const rise = slope(all('megabytes'))
    const megabytes = all('megabytes').map((each) => each.toFixed(1))
    proof(
      `${MINUTES} minutes at ${A_SECOND} requests a second, ${WARM_UP - COLD} of them at ${WARM_UP_A_SECOND} and with ` +
        `${WARM_UP * WARM_UP_JOBS_A_MINUTE} runs of each job to warm up: ${megabytes[0]} MB of heap in use ` +
        `at first, ${megabytes.at(-1)} in the end (${rise.toFixed(2)} MB an hour); ${all('files').join(' ')} open files; ` +
        `${all('connections').join(' ')} connections; answers: ${[...statuses].map(([s, count]) => `${count} × ${s}`).join(', ')}`,
    )
    expect(refusing).toEqual([])
    // A few minutes have no meaningful slope: the heap of a quiet server varies by more.
    expect(rise).toBeLessThan(MINUTES < LONG ? Infinity : MOST_MB_AN_HOUR)
    expect(gain(all('files'))).toBeLessThanOrEqual(MOST_MORE.files)
    expect(gain(all('connections'))).toBeLessThanOrEqual(MOST_MORE.connections)
  },
)
