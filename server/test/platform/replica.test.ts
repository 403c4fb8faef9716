import { strFromU8 } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { ownExport } from '../own-export.ts'
import { openPair } from '../standby.ts'
import { metricsOf, valueOf } from '../metrics.ts'
import type { Person } from '../people.ts'
import { askDatabase, startWorld, until, type World } from '../world.ts'

// A real standby serves lists, stats and exports: while it keeps up, stops replicating, freezes and dies.

async function withReplica() {
  const pair = await openPair()
  await pair.freeStandby()
  const env = { DATABASE_REPLICA_URL: pair.replicaUrl }
  const world = await startWorld({ databaseUrl: pair.ownerUrl, appUrl: pair.primaryUrl, env, eavesdrop: false })
  const [ada, ines] = [await world.dater(), await world.administrator()]
  return { pair, world, ada, ines }
}

async function csvOf(world: World, { token }: Person, of: 'users' | 'audit'): Promise<string> {
  const headers = { authorization: `Bearer ${token}`, 'x-reason': 'A yearly count.' }
  const answer = await world.request(`/api/v1/admin/${of}/export.csv`, { headers })
  expect(answer.status).toBe(200)
  return answer.text()
}

const namesListed = async ({ client }: Person) =>
  (await client.listUsers()).data.users.map(({ firstName }) => firstName)

test('a replica serves lists of staff, figures and exports', async () => {
  const { pair, world, ada, ines } = await withReplica()
  const hasAnswered = async (pattern: string) => {
    const asked = `select from pg_stat_activity where application_name = 'kindred' and query ~ '${pattern}'`
    return (await askDatabase(pair.standbyUrl, asked)).rowCount !== 0
  }
  const calls: [() => Promise<unknown>, of: string][] = [
    [() => ines.client.listUsers({ query: { search: 'Ada' } }), 'accounts'],
    [() => ines.client.listReports(), 'report_replies|from reports'],
    [() => ines.client.listSubscriptions(), 'subscriptions'],
    [() => ines.client.listAudit(), 'audit_log l'],
    [() => ines.client.getStatistics(), 'account_tallies'],
    [() => ines.client.getReportStatistics(), 'reports'],
    [() => ines.client.getTransparency({ query: {} }), 'percentile_cont|problem_type'],
    [() => csvOf(world, ines, 'users'), 'planned anew'],
    [() => csvOf(world, ines, 'audit'), 'planned anew'],
  ]
  const isAnswered = async (call: () => Promise<unknown>, pattern: string) => {
    // Resets the statistics of earlier statements.
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kindred'`
    await askDatabase(pair.standbyUrl, end)
    await call()
    return hasAnswered(pattern)
  }
  for (const [call, pattern] of calls) await until(() => isAnswered(call, pattern))
  expect(await isAnswered(() => ownExport(world, ada), 'from [a-z_]+ where')).toBe(true)
})

test('a list shows what staff just did even if the replica doesn’t have it, and an export soon', async () => {
  const { pair, world, ada, ines } = await withReplica()
  await until(async () => (await csvOf(world, ines, 'users')).includes(',Ada,'))
  await askDatabase(pair.standbyUrl, 'select pg_wal_replay_pause()')
  await ines.client.editUser({ params: { id: ada.user._id }, body: { firstName: 'Adela' } })
  expect(await namesListed(ines)).toContain('Adela')
  const { entries } = (await ines.client.listAudit({ query: { subject: ada.user._id } })).data
  expect(entries.map(({ action }) => action)).toContain('account.edited')
  expect(strFromU8((await ownExport(world, ada))['data.json']!)).toContain('"Adela"')
  expect(await csvOf(world, ines, 'users')).toContain(',Ada,')
  // Until the replica is half a minute behind.
  await until(async () => (await csvOf(world, ines, 'users')).includes(',Adela,'), 60_000)
  expect(valueOf(await metricsOf(world), 'replica_lag_seconds')).toBeGreaterThan(20)
})

test.each(['freezeStandby', 'killStandby'] as const)(
  'without a replica (%s), everything is read from the primary',
  async (end) => {
    const { pair, world, ines } = await withReplica()
    expect(await namesListed(ines)).toContain('Ada')
    pair[end]()
    onTestFinished(pair.thawStandby)
    const all = [namesListed(ines), csvOf(world, ines, 'users'), csvOf(world, ines, 'audit')]
    for (const answer of await Promise.all(all)) expect(answer.length).toBeGreaterThan(0)
    expect((await ines.client.getStatistics()).data).toBeDefined()
    expect((await ines.client.getTransparency({ query: {} })).data).toBeDefined()
    expect((await ines.client.getHealth()).data.health.replicaSeconds).toBeGreaterThanOrEqual(0)
    await until(() => world.logged().includes('the read replica is unavailable'))
  },
)
