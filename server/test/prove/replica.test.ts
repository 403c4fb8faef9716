import { strFromU8 } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { cpuOf, parentOf } from '../../../bench/cpu.ts'
import { populate } from '../../../bench/population.ts'
import { openSessions, SECRET } from '../../../bench/sessions.ts'
import { ownExport } from '../own-export.ts'
import { openPair } from '../standby.ts'
import { metricsOf, valueOf } from '../metrics.ts'
import type { Person } from '../people.ts'
import { proof, rounds } from '../proofs.ts'
import { askDatabase, startWorld, until, type World } from '../world.ts'

// A real standby serves decks, lists, stats and exports while it keeps up, stops replicating, freezes or dies.

async function withReplica(more: Record<string, string> = {}, fill?: (url: string) => Promise<void>) {
  const pair = await openPair(fill ? { fill } : {})
  await pair.freeStandby()
  const env = { DATABASE_REPLICA_URL: pair.replicaUrl, ...more }
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

test('a replica serves decks, lists, figures and exports', async () => {
  const { pair, world, ada, ines } = await withReplica()
  await world.query(`update accounts set premium_until = now() + interval '1 day'`)
  await ada.client.choose({ body: { userId: (await world.dater()).user._id, action: 'like' } })
  const hasAnswered = async (pattern: string) => {
    const asked = `select from pg_stat_activity where application_name = 'kindred' and query ~ '${pattern}'`
    return (await askDatabase(pair.standbyUrl, asked)).rowCount !== 0
  }
  const calls: [() => Promise<unknown>, of: string][] = [
    [() => ada.client.discover(), 'ranking_stats'],
    [() => ada.client.getFilterCosts(), 'ranking_stats'],
    [() => ada.client.listMatches(), 'matches|profiles'],
    [() => ada.client.listEndedMatches(), 'matches'],
    [() => ada.client.listLikes(), 'likes_received'],
    [() => ada.client.listGivenLikes(), 'from choices'],
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
    // Ending the connections discards the statistics of earlier statements.
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
  // The export uses the primary once the replica is half a minute behind.
  await until(async () => (await csvOf(world, ines, 'users')).includes(',Adela,'), 60_000)
  expect(valueOf(await metricsOf(world), 'replica_lag_seconds')).toBeGreaterThan(20)
})

test('members see what they just did even if the replica doesn’t have it', async () => {
  const { pair, world, ada } = await withReplica()
  const [ben, cyd] = [await world.dater({ firstName: 'Ben' }), await world.dater({ firstName: 'Cyd' })]
  await world.query(`update accounts set premium_until = now() + interval '1 day'`)
  const deckOf = async ({ client }: Person) => (await client.discover()).data.people.map(({ user }) => user.firstName)
  expect((await deckOf(ada)).toSorted()).toEqual(['Ben', 'Cyd'])
  await askDatabase(pair.standbyUrl, 'select pg_wal_replay_pause()')
  await ada.client.choose({ body: { userId: ben.user._id, action: 'like' } })
  expect(await deckOf(ada)).toEqual(['Cyd'])
  const liked = (await ada.client.listGivenLikes()).data.likes
  expect(liked.map(({ user }) => user.firstName)).toEqual(['Ben'])
  expect((await ben.client.listLikes()).data.people?.map(({ user }) => user.firstName)).toEqual(['Ada'])
  await ben.client.choose({ body: { userId: ada.user._id, action: 'like' } })
  for (const { client } of [ada, ben]) expect((await client.listMatches()).data.matches).toHaveLength(1)
  await ada.client.block({ body: { userId: cyd.user._id } })
  expect(await deckOf(ada)).toEqual([])
  expect(await deckOf(cyd)).toEqual(['Ben'])
})

test('decks and lists cost the primary less with a replica', { timeout: 300_000 }, async () => {
  const people = rounds(4000, 20_000)
  const { pair, world } = await withReplica({ TOKEN_SECRET: SECRET }, (url) => populate(url, people, 50))
  const alone = await startWorld({
    databaseUrl: pair.ownerUrl,
    appUrl: pair.primaryUrl,
    env: { TOKEN_SECRET: SECRET },
    eavesdrop: false,
  })
  const active = await askDatabase(pair.ownerUrl, `select id from accounts where state = 'active' order by id limit 20`)
  const members = await openSessions(
    world.deps.db,
    active.rows.map(({ id }) => id),
  )
  const { rows } = await world.query('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0].pid)
  /** The primary's CPU time for a round of every member's requests, in milliseconds. */
  const costOf = async ({ client }: World) => {
    const before = cpuOf(process.pid, postmaster).postgres
    for (const { token } of members) {
      const asked = client(await token())
      await Promise.all([asked.discover(), asked.listMatches(), asked.listGivenLikes()])
    }
    return cpuOf(process.pid, postmaster).postgres - before
  }
  const costs: { own: number; shared: number }[] = []
  // The first round opens connections.
  for (let n = 0; n < 5; n++) costs.push({ own: await costOf(alone), shared: await costOf(world) })
  const total = (of: 'own' | 'shared') => costs.slice(1).reduce((sum, each) => sum + each[of], 0)
  const share = total('shared') / total('own')
  proof(
    `with a replica, decks and lists among ${people} cost the primary ${Math.round(share * 100)} % of what they do without`,
  )
  expect(share).toBeLessThan(0.8)
})

test.each(['freezeStandby', 'killStandby'] as const)(
  'without a replica (%s), everything is read from the primary',
  async (end) => {
    const { pair, world, ada, ines } = await withReplica()
    expect(await namesListed(ines)).toContain('Ada')
    pair[end]()
    onTestFinished(pair.thawStandby)
    const all = [namesListed(ines), csvOf(world, ines, 'users'), csvOf(world, ines, 'audit')]
    for (const answer of await Promise.all(all)) expect(answer.length).toBeGreaterThan(0)
    expect((await ada.client.discover()).data.people).toEqual([])
    expect((await ada.client.listMatches()).data.matches).toEqual([])
    expect((await ines.client.getStatistics()).data).toBeDefined()
    expect((await ines.client.getTransparency({ query: {} })).data).toBeDefined()
    expect((await ines.client.getHealth()).data.health.replicaSeconds).toBeGreaterThanOrEqual(0)
    await until(() => world.logged().includes('the read replica is unavailable'))
  },
)
