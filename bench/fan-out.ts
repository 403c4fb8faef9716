import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { busOver, openSockets } from '../server/src/infra/bus.ts'
import { openFanOut, type FanOut } from '../server/src/infra/fan-out/fan-out.ts'
import { openLog } from '../server/src/infra/log.ts'
import { cpuOf } from './cpu.ts'
import { pace } from './load.ts'
import { present } from './present.ts'
import type { Run } from './run.ts'
import { started, stop } from './started.ts'

// The cost of live events per server as servers are added: each receives the events of all. All run in this process
// with their own connections, and a few publish as much as they would at the busiest hour of ten million members.

const SERVERS = [2, 20, 50]
/** 2,300 swipes and 460 messages, as if each caused one event. */
const EVENTS_A_SECOND = 2760
/** The share of servers that publish. All at once would need more cores than a bench has. */
const PUBLISHERS = 1 / 10
const MOST_OF_A_CORE = 0.1
const REDIS = '/usr/bin/redis-server'
const REDIS_PORT = 4872

type Carrier = { name: string; redisUrl: string | undefined; pid: number }

export async function fanOutSection(run: Run): Promise<void> {
  const { postmaster } = run.bench
  for (const servers of SERVERS)
    await measure(run, servers, { name: 'PostgreSQL', redisUrl: undefined, pid: postmaster })
  if (!existsSync(REDIS)) return console.log('  Redis isn’t installed: npm run ops-tools')
  const redis = started(spawn(REDIS, ['--port', String(REDIS_PORT), '--save', ''], { stdio: 'ignore' }))
  await pause(500)
  const carrier = { name: 'Redis', redisUrl: `redis://127.0.0.1:${REDIS_PORT}`, pid: present(redis.pid) }
  for (const servers of SERVERS) await measure(run, servers, carrier)
  await stop(redis)
}

async function measure({ bench, seconds, add }: Run, servers: number, { name, redisUrl, pid }: Carrier): Promise<void> {
  const address = { databaseUrl: bench.databaseUrl, redisUrl }
  const all: FanOut[] = []
  for (let n = 0; n < servers; n++) all.push(await openFanOut(address, openLog('silent')))
  let heard = 0
  all[0]?.onItems((items) => void (heard += items.length))
  const buses = all.map((fanOut) => busOver(openSockets(fanOut), fanOut))
  // Excludes the server whose events are counted.
  const publishing = buses.slice(1, 1 + Math.max(1, Math.round(servers * PUBLISHERS)))
  const share = publishing.length / servers
  const cores = async (work: () => Promise<unknown>) => {
    const [before, began] = [cpuOf(process.pid, pid), performance.now()]
    await work()
    const [after, took] = [cpuOf(process.pid, pid), performance.now() - began]
    return { servers: (after.server - before.server) / took, carrier: (after.postgres - before.postgres) / took }
  }
  const publish = (n: number) =>
    present(publishing[n % publishing.length]).toAccounts([randomUUID(), randomUUID()], {
      type: 'message.sent',
      matchId: randomUUID(),
      seq: n,
    })
  const idle = await cores(() => pause(seconds * 1000))
  const rate = Math.round(EVENTS_A_SECOND * share)
  const busy = await cores(() => pace(rate, seconds, async (n) => publish(n)))
  for (const each of all) await each.close()
  const at = (of: 'servers' | 'carrier') => idle[of] + (busy[of] - idle[of]) / share
  const each = at('servers') / servers
  // With fewer servers, each publishes more, which costs it more than the events of others.
  const isMost = servers === SERVERS.at(-1)
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`
  add({
    what: `events to ${servers} servers, ${name}`,
    measured: `${percent(each)} of a core in each server`,
    beside: `${percent(at('carrier'))} of one in ${name}; ${Math.round(heard / seconds)} events a second of ${rate} heard`,
    bar: isMost ? `at most ${percent(MOST_OF_A_CORE)}` : 'no bar',
    met: !isMost || each <= MOST_OF_A_CORE,
  })
}
