import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { repairConversations } from '../../src/features/chat/index.ts'
import { countHalfLikes, repairLikes } from '../../src/features/matching/index.ts'
import { hasCitus } from '../citus.ts'
import { openDistributed, portOf } from '../citus-servers.ts'
import { nameOf, type Person } from '../people.ts'
import { proof, rounds } from '../proofs.ts'
import { runsWhere } from '../where.ts'
import { askDatabase, startWorld, until, type World } from '../world.ts'

// Citus workers and the coordinator die.

const citus = runsWhere(hasCitus, 'Citus (CITUS_BIN is the folder of its PostgreSQL)')

async function start() {
  const { coordinator, workers } = await openDistributed()
  // Transactions that a crash leaves between the two phases of a commit are recovered soon.
  await askDatabase(coordinator.url, `alter system set citus.recover_2pc_interval = '5s'`)
  await askDatabase(coordinator.url, 'select pg_reload_conf()')
  const { url, appUrl } = coordinator
  const world = await startWorld({ databaseUrl: url, appUrl, eavesdrop: false })
  const daters = async (count: number) => {
    const people: Person[] = []
    for (let n = 0; n < count; n++) people.push(await world.dater({ firstName: nameOf(n) }))
    await world.query(`update accounts set premium_until = now() + interval '1 day'`)
    return people
  }
  return { coordinator, workers, world, daters }
}

type Answer = { status: number; retryAfter: number; seconds: number; body: string }

async function ask(world: World, who: Person, method: string, path: string, body?: object): Promise<Answer> {
  const began = performance.now()
  const answer = await world.request(`/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${who.token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  const seconds = (performance.now() - began) / 1000
  return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')), seconds, body: text }
}

test('without Citus, no worker is missing', async () => {
  const world = await startWorld()
  expect(await (await world.request('/readyz')).json()).toEqual({ status: 'ready', database: 'up' })
})

test.for(citus)('a worker that is gone costs only calls about what it has', { timeout: 300_000 }, async () => {
  const { workers, world, daters } = await start()
  const people = await daters(16)
  const portOfKey = async (table: string, key: string): Promise<string> => {
    const { rows } = await world.query(`
      select nodeport from citus_shards where shardid = get_shard_id_for_distribution_column('${table}', '${key}')`)
    return String(rows[0].nodeport)
  }
  const [gone, here] = workers.map(portOf)
  const ports = await Promise.all(people.map(({ user }) => portOfKey('choices', user._id)))
  const [there, away] = [here, gone].map((port) => people.filter((_person, at) => ports[at] === port))
  const [ada, ben, cyd] = [there![0]!, there![1]!, away![0]!]
  const ann = people.find((each) => ![ada, ben, cyd].includes(each))!
  const match = await world.matched(ada, ben)
  const own = (who: Person) =>
    [
      ['GET', '/discovery'],
      ['GET', '/notifications'],
      ['GET', '/likes'],
      ['GET', '/likes/given'],
      ['POST', '/choices', { userId: ann.user._id, action: 'pass' }],
    ].map(([method, path, body]) => ask(world, who, method as string, path as string, body as object))
  const withoutWorker = (who: Person) => [
    ask(world, who, 'GET', '/matches'),
    ask(world, who, 'GET', '/auth/profile'),
    ask(world, who, 'PUT', '/auth/edit-profile', { bio: 'Still here' }),
    ask(world, who, 'GET', '/searches'),
  ]
  const statuses = async (answers: Promise<Answer>[]) => (await Promise.all(answers)).map(({ status }) => status)
  expect(new Set(await statuses([...own(ada), ...own(cyd), ...withoutWorker(cyd)]))).toEqual(new Set([200]))

  workers[0]!.kill()
  const refused = await Promise.all(own(cyd))
  expect(refused.map(({ status, retryAfter }) => [status, retryAfter > 0])).toEqual(refused.map(() => [503, true]))
  expect(Math.max(...refused.map(({ seconds }) => seconds))).toBeLessThan(10)
  expect(await statuses([...own(ada), ...withoutWorker(ada), ...withoutWorker(cyd)])).not.toContain(503)
  const isHere = (await portOfKey('messages', match)) === here
  const sent = await ask(world, ada, 'POST', `/matches/${match}/messages`, {
    clientId: 'while one is gone',
    text: 'Hello',
  })
  expect(sent.status).toBe(isHere ? 201 : 503)
  await until(async () => (await (await world.request('/readyz')).text()).includes('"workersMissing":1'))
  expect((await world.request('/readyz')).status).toBe(200)
  expect(world.logged()).toContain('a worker is unavailable')

  await workers[0]!.startAgain()
  await until(async () => !(await statuses(own(cyd))).includes(503))
  await until(async () => !(await (await world.request('/readyz')).text()).includes('workersMissing'))
})

type Told = {
  wrong: string[]
  refused: number
  messages: { matchId: string; clientId: string; seq: number }[]
  /** The last acknowledged swipe by chooser and chosen. */
  choices: Map<string, string>
  made: number
}

/** Repeats a request until it succeeds, as pages do. */
async function insist<T>(world: World, told: Told, ...asked: [Person, string, string, object]): Promise<T | undefined> {
  for (;;) {
    const { status, retryAfter, body } = await ask(world, ...asked)
    if (status < 300) return JSON.parse(body) as T
    if (status !== 503 || !(retryAfter > 0)) return void told.wrong.push(`${asked[2]}: ${status} ${body}`)
    told.refused++
    await pause(50)
  }
}

async function writeMessages(world: World, told: Told, who: Person, matchId: string, isOver: () => boolean) {
  for (let n = 0; !isOver(); n++) {
    const body = { clientId: `${who.user._id} ${n}`, text: `Number ${n}` }
    const path = `/matches/${matchId}/messages`
    const answer = await insist<{ data: { message: { seq: number } } }>(world, told, who, 'POST', path, body)
    if (answer) told.messages.push({ matchId, clientId: body.clientId, seq: answer.data.message.seq })
  }
}

/** Lets someone pass and like the others in turn. */
async function keepChoosing(world: World, told: Told, who: Person, others: readonly Person[], isOver: () => boolean) {
  for (let n = 0; !isOver(); n++) {
    const { _id: userId } = others[n % others.length]!.user
    const action = Math.floor(n / others.length) % 3 === 0 ? 'pass' : 'like'
    const answer = await insist(world, told, who, 'POST', '/choices', { userId, action })
    if (answer) told.made++
    if (answer) told.choices.set(`${who.user._id} ${userId}`, action)
  }
}

/** Acknowledged messages and swipes that are missing from the tables. Within a match, a swipe changes nothing. */
async function lost(world: World, told: Told): Promise<string[]> {
  const messages = await world.query(`select match_id || ' ' || client_id || ' ' || seq as key from messages`)
  const there = new Set(messages.rows.map(({ key }) => key))
  const choices = await world.query(`select chooser_id || ' ' || chosen_id as pair, action from choices`)
  const chosen = new Map(choices.rows.map(({ pair, action }) => [pair, action]))
  const matches = await world.query(`select a_id || ' ' || b_id as one, b_id || ' ' || a_id as other from matches`)
  const matched = new Set(matches.rows.flatMap(({ one, other }) => [one, other]))
  return [
    ...told.messages.map((each) => `${each.matchId} ${each.clientId} ${each.seq}`).filter((key) => !there.has(key)),
    ...[...told.choices].flatMap(([pair, action]) =>
      chosen.get(pair) === action || (matched.has(pair) && chosen.get(pair) === 'like') ? [] : [`${action} ${pair}`],
    ),
  ]
}

/** Rows that lack their counterpart. */
async function halves(world: World): Promise<string[]> {
  const likes = await countHalfLikes(world.deps.db)
  const rows = async (text: string) => (await world.query(text)).rows
  const liked = new Set(
    (await rows(`select chooser_id || ' ' || chosen_id as pair from choices where action <> 'pass'`)).map(
      ({ pair }) => pair,
    ),
  )
  const matches = await rows('select id, a_id, b_id, last_seq, last_text from matches')
  const matched = new Set(matches.map(({ a_id, b_id }) => `${a_id} ${b_id}`))
  const messages = await rows('select match_id, seq, text from messages order by match_id, seq')
  const mutual = [...liked].filter((pair) => {
    const [one, other] = pair.split(' ')
    return one! < other! && liked.has(`${other} ${one}`)
  })
  return [
    ...(likes.halves > 0 ? [`${likes.halves} of ${likes.likes} likes are on one side only`] : []),
    ...mutual.filter((pair) => !matched.has(pair)).map((pair) => `${pair} like each other and don’t match`),
    ...matches.flatMap(({ id, last_seq, last_text }) => {
      const own = messages.filter(({ match_id }) => match_id === id)
      const isWhole = own.every(({ seq }, at) => seq === at + 1) && own.length === last_seq
      return isWhole && (own.at(-1)?.text ?? null) === last_text
        ? []
        : [`${id}: ${own.length} messages, ${last_seq} known`]
    }),
  ]
}

test.for(citus)(
  'while workers and the coordinator are killed under twelve writers, nothing answered is lost',
  { timeout: 1_800_000 },
  async () => {
    const { coordinator, workers, world, daters } = await start()
    const people = await daters(50)
    const [talkers, choosers, others] = [people.slice(0, 6), people.slice(6, 12), people.slice(12)]
    const idsOf = (some: readonly Person[]) => some.map(({ user }) => user._id).join()
    const likes = (table: string) => `
      insert into ${table} (chooser_id, chosen_id, action, at) select one, other, 'like', now()
      from unnest('{${idsOf(others)}}'::uuid[]) one, unnest('{${idsOf(choosers)}}'::uuid[]) other`
    for (const table of ['choices', 'likes_received']) await world.query(likes(table))
    const pairs = [0, 2, 4].map((at) => [talkers[at]!, talkers[at + 1]!] as const)
    const matches: string[] = []
    for (const [one, other] of pairs) matches.push(await world.matched(one, other))
    const told: Told = { wrong: [], refused: 0, messages: [], choices: new Map(), made: 0 }
    let isOver = false
    const over = () => isOver
    const writing = Promise.all([
      ...pairs.flatMap((pair, at) => pair.map((who) => writeMessages(world, told, who, matches[at]!, over))),
      ...choosers.map((who) =>
        keepChoosing(
          world,
          told,
          who,
          people.filter((each) => each !== who),
          over,
        ),
      ),
    ])
    const kills = rounds(3, 20)
    const progress = () => told.messages.length + told.made
    for (const victim of [...workers.slice(0, 1), coordinator])
      for (let n = 0; n < kills; n++) {
        const killed = victim === coordinator ? coordinator : workers[n % 2]!
        await pause(300 + Math.random() * 700)
        killed.kill()
        await pause(Math.random() * 1000)
        await killed.startAgain()
        const before = progress()
        await until(() => progress() > before + 24, 120_000)
      }
    isOver = true
    await writing
    const waiting = `select result from run_command_on_workers($$ select count(*) from pg_prepared_xacts $$)`
    await until(async () => (await world.query(waiting)).rows.every(({ result }) => result === '0'), 60_000)
    expect([...new Set(told.wrong)]).toEqual([])
    expect(await lost(world, told)).toEqual([])

    const left = await halves(world)
    const repair = async () => {
      await repairLikes(world.deps)
      await repairConversations(world.deps)
      return world.logged().split('"rows":').length - 1
    }
    const found = await repair()
    expect(await halves(world)).toEqual([])
    expect(await repair()).toBe(found)
    expect(await lost(world, told)).toEqual([])
    proof(
      `${kills} kills each of a worker and the coordinator under 12 writers: ${told.messages.length} messages and ` +
        `${told.made} choices answered, none lost; ${told.refused} asked to try again; ${left.length} halves were repaired`,
    )
  },
)
