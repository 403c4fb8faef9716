import { storedMessage } from '@kindred/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { record } from '../../src/features/delivery/index.ts'
import { resumePushes } from '../../src/features/delivery/push/push.ts'
import { write } from '../../src/infra/language/write.ts'
import { SYSTEM, unitOfWork } from '../../src/work.ts'
import { openLocalPush, trustLocal } from '../local-push.ts'
import type { Person } from '../people.ts'
import { startPushPair } from '../pushed.ts'
import { startWorld, until, type World } from '../world.ts'

trustLocal()

const plannedPushes = async (world: World): Promise<number> =>
  (await world.query(`select count(*)::int as count from pgboss.job where name = 'push'`)).rows[0].count

/** Simulates a server killed before it planned the push, which it does right after its response. */
async function forgetPlannedPushes(world: World): Promise<void> {
  await until(() => plannedPushes(world))
  await world.query(`delete from pgboss.job where name = 'push'`)
}

const quietNow = (person: Person, now: Date) =>
  person.client.setNotificationSettings({
    body: { quiet: { from: now.getUTCHours(), to: (now.getUTCHours() + 2) % 24 } },
  })

test('each unread message is pushed, encrypted and without its text; read ones are not', async () => {
  const { service, ben, id, say, push, received } = await startPushPair()
  await say('A secret lantern')
  await push()
  await push()
  expect(received()).toEqual([{ title: 'Kindred', body: 'New message from Ada', link: `/chat/${id}` }])
  expect(service.come[0]!.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    authorization: expect.stringMatching(/^vapid /),
  })
  expect(service.come[0]!.body.toString('latin1')).not.toContain('lantern')
  await say('And another')
  await push()
  expect(received().at(-1)).toMatchObject({ body: '2 new messages from Ada' })
  await say('Read at once')
  await ben.client.readMessages({ params: { id }, body: { seq: 3 } })
  await push()
  expect(received()).toHaveLength(2)
})

test('a push is in the language of its account', async () => {
  const { ben, say, push, received } = await startPushPair()
  await ben.client.setLanguage({ body: { language: 'de' } })
  await say('Hallo')
  await push()
  const english = '{count, plural, =1 {New message} other {# new messages}} from {name}'
  const german = write('de', storedMessage(english, { count: 1, name: 'Ada' }))
  expect(german).not.toBe('New message from Ada')
  expect(received()).toMatchObject([{ body: german }])
})

test('a push addresses a woman as one', async () => {
  const { world, ben, push, received } = await startPushPair()
  await ben.client.setLanguage({ body: { language: 'ar' } })
  const text = 'Read our message and reply in Support.'
  const notice = { to: ben.user._id, kind: 'security', topic: 'one', details: { text, link: '/support' } } as const
  await unitOfWork(world.deps, SYSTEM, (work) => record(work, notice))
  await push()
  expect(received()).toMatchObject([{ body: expect.stringContaining('اقرئي رسالتنا وردّي عليها') }])
})

test('a push is sent soon, whatever the email settings', async () => {
  const { say, received } = await startPushPair()
  await say('Hello')
  await until(() => received().length === 1)
  expect(received()).toMatchObject([{ body: 'New message from Ada' }])
})

test('an expired subscription is deleted, a failing service is retried, and a redirect is not followed', async () => {
  const { service, say, push, received, subscriptions } = await startPushPair()
  await say('One')
  service.answers.with = 500
  await expect(push()).rejects.toThrow('A push service did not take it.')
  Object.assign(service.answers, { with: 302, location: `https://${service.host}/inside` })
  await expect(push()).rejects.toThrow('A push service did not take it.')
  expect(service.come).toHaveLength(2)
  service.answers.with = 201
  await push()
  expect(received()).toHaveLength(3)
  await say('Two')
  service.answers.with = 410
  await push()
  expect(await subscriptions()).toEqual([])
})

test('quiet hours hold pushes back, then send them as one', async () => {
  const { world, ben, say, push, received } = await startPushPair()
  await quietNow(ben, world.deps.clock.now())
  await say('Psst')
  const [at] = (await world.query('select at from notifications where read_at is null')).rows
  await world.query(`insert into notifications (account_id, kind, topic, details, at, due_at)
    select '${ben.user._id}', 'security', 'security:' || n, '{}', '${(at.at as Date).toISOString()}', now() from generate_series(1, 4) n`)
  await push()
  expect(received()).toEqual([])
  await forgetPlannedPushes(world)
  await resumePushes(world.deps)
  expect(await plannedPushes(world)).toBe(0)
  world.turnClock(2 * 3_600_000)
  await resumePushes(world.deps)
  await until(() => received().length > 0)
  expect(received()).toEqual([{ title: 'Kindred', body: '5 new notifications', link: '/notifications' }])
})

test('in quiet mode, pushes about likes and matches wait for its hour, and messages don’t', async () => {
  const { world, ben, say, push, received } = await startPushPair()
  const hour = (world.deps.clock.now().getUTCHours() + 2) % 24
  await ben.client.setNotificationSettings({
    body: { handfulHour: hour, kinds: { like: { mail: 'off', push: true } } },
  })
  await say('Hello')
  await say('Are you there?')
  const [at] = (await world.query('select at from notifications where read_at is null')).rows
  await world.query(`insert into notifications (account_id, kind, topic, details, count, at, due_at)
    select '${ben.user._id}', kind, kind, '{"name": "Cleo", "matchId": "m"}', 3, '${(at.at as Date).toISOString()}', now()
    from unnest('{match,superlike,like}'::text[]) kind`)
  await push()
  const message = { title: 'Kindred', body: 'New message from Ada', link: expect.any(String) }
  // Nothing is counted.
  expect(received()).toEqual([message])
  await forgetPlannedPushes(world)
  world.turnClock(3_600_000)
  await resumePushes(world.deps)
  expect(await plannedPushes(world)).toBe(0)
  world.turnClock(3_600_000)
  await resumePushes(world.deps)
  await until(() => received().length === 4)
  const held = ['Cleo sent you a super like', 'New likes', 'You and Cleo matched']
  expect(received()).toEqual(
    expect.arrayContaining([message, ...held.map((body) => expect.objectContaining({ body }))]),
  )
})

test('keys that no browser has are refused where they are wrong', async () => {
  const { world, service, ben, subscriptions } = await startPushPair()
  const { endpoint, keys } = service.browser().subscription
  const bytes = (...parts: Buffer[]) => Buffer.concat(parts).toString('base64url')
  const [four, point] = [Buffer.from([4]), Buffer.from(keys.p256dh, 'base64url')]
  const refused = (wrong: Partial<typeof keys>) =>
    ben.client.subscribePush({ body: { endpoint, keys: { ...keys, ...wrong } } }).then(
      () => [],
      (error: { status: number; details: { errors: { path: string }[] } }) => [
        error.status,
        ...error.details.errors.map(({ path }) => path),
      ],
    )
  for (const p256dh of [
    'x',
    bytes(four, Buffer.alloc(64, 1)),
    bytes(point.subarray(0, 64)),
    bytes(point, Buffer.from([0])),
    bytes(Buffer.from([2 + (point[64]! % 2)]), point.subarray(1, 33)),
    `${keys.p256dh.slice(0, -1)}!`,
  ])
    expect([p256dh, await refused({ p256dh })]).toEqual([p256dh, [400, 'keys.p256dh']])
  for (const auth of ['y', bytes(Buffer.alloc(15)), bytes(Buffer.alloc(17)), `+${keys.auth.slice(1)}`])
    expect([auth, await refused({ auth })]).toEqual([auth, [400, 'keys.auth']])
  expect(await refused({ p256dh: 'x', auth: 'y' })).toEqual([400, 'keys.p256dh', 'keys.auth'])
  expect(await refused({})).toEqual([])
  expect(await subscriptions()).toHaveLength(2)
  expect(world.logged()).not.toContain(keys.auth)
})

test('keys from before they were checked are given up, and the other devices get the push', async () => {
  const { world, service, ben, say, push, received, subscriptions } = await startPushPair()
  const { endpoint, keys } = service.browser().subscription
  await world.query(`insert into push_subscriptions (account_id, session_id, endpoint, p256dh, auth, created_at)
    values ('${ben.user._id}', (select id from sessions where account_id = '${ben.user._id}' limit 1), '${endpoint}', 'x', '${keys.auth}', now())`)
  expect(await subscriptions()).toHaveLength(2)
  await say('Hello')
  await push()
  expect(received()).toHaveLength(1)
  expect(await subscriptions()).toHaveLength(1)
})

test('an account keeps its ten newest browsers, however many are added at once', async () => {
  const { service, ben, subscriptions } = await startPushPair()
  const endpoints = async () => (await subscriptions()).map(({ endpoint }: { endpoint: string }) => endpoint)
  const add = async () => {
    const { subscription } = service.browser()
    await ben.client.subscribePush({ body: subscription })
    return subscription.endpoint
  }
  await Promise.all(Array.from({ length: 30 }, add))
  expect(await endpoints()).toHaveLength(10)
  const newest: string[] = []
  for (let n = 0; n < 11; n++) newest.push(await add())
  expect(new Set(await endpoints())).toEqual(new Set(newest.slice(1)))
})

/** Lets requests to push services run into their time limit when the test says so. Returns the limits that they had. */
function endOverdue() {
  const limits: number[] = []
  let ended = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
    limits.push(limit)
    return ended.signal
  })
  onTestFinished(() => timeout.mockRestore())
  const end = () => {
    const now = ended
    ended = new AbortController()
    now.abort()
  }
  return { limits, end }
}

const never = () => new Promise<void>(() => {})

test('a push service has five seconds for all that one member gets', async () => {
  const { service, ben, say, push } = await startPushPair()
  for (let n = 0; n < 3; n++) await ben.client.subscribePush({ body: service.browser().subscription })
  await say('Hello')
  service.answers.before = never
  const { limits, end } = endOverdue()
  const pushing = push()
  await Promise.all([
    expect(pushing).rejects.toThrow('A push service did not take it.'),
    until(() => service.come.length === 4).then(end),
  ])
  expect(limits).toEqual([5000, 5000, 5000, 5000])
})

test("a member's slow push service takes one worker, and doesn't delay anyone else's pushes", async () => {
  const slow = await openLocalPush()
  onTestFinished(slow.stop)
  const { world, service, ada, ben, say } = await startPushPair([slow.host])
  const cat = await world.dater({ firstName: 'Cat' })
  const withCat = await world.matched(ada, cat)
  await cat.client.readNotifications({ body: {} })
  const browser = service.browser()
  await cat.client.subscribePush({ body: browser.subscription })
  await world.query(`delete from push_subscriptions where account_id = '${ben.user._id}'`)
  for (let n = 0; n < 3; n++) await ben.client.subscribePush({ body: slow.browser().subscription })
  slow.answers.before = never
  const { end } = endOverdue()
  for (let n = 0; n < 20; n++) await say(`Message ${n}`)
  // Each job sends to three browsers.
  await until(() => slow.come.length === 3)
  await ada.client.sendMessage({ params: { id: withCat }, body: { clientId: 'hello-to-cat', text: 'Hello' } })
  await until(() => service.come.length > 0)
  expect(browser.read(service.come[0]!)).toMatchObject({ body: 'New message from Ada' })
  for (const jobs of [1, 2]) {
    expect(slow.come).toHaveLength(3 * jobs)
    // The next job begins once the previous one has given up.
    end()
    await until(() => slow.come.length > 3 * jobs)
    await until(() => slow.come.length === 3 * jobs + 3)
  }
  delete slow.answers.before
  end()
})

test('a push is planned once more if a crash kept it from being planned', async () => {
  const { world, say } = await startPushPair()
  await say('Hello')
  await forgetPlannedPushes(world)
  await resumePushes(world.deps)
  expect(await plannedPushes(world)).toBe(0)
  world.turnClock(5 * 60_000)
  await resumePushes(world.deps)
  await resumePushes(world.deps)
  expect(await plannedPushes(world)).toBe(1)
})

test('servers that look for forgotten pushes at the same moment plan each of them once', async () => {
  const world = await startWorld()
  await world.deps.jobs.stop()
  await world.query(`insert into notifications (account_id, kind, topic, at, due_at, push_due_at)
    select gen_random_uuid(), 'message', 'message:1', now(), now(), now() - interval '1 minute' from generate_series(1, 40)`)
  await Promise.all([1, 2].map(() => resumePushes(world.deps)))
  await resumePushes(world.deps)
  expect(await plannedPushes(world)).toBe(40)
})

test('a browser belongs to the account that used it last, which alone can give it up', async () => {
  const { world, service, ada, ben } = await startPushPair()
  const { subscription } = service.browser()
  const devices = async () =>
    (
      await world.query(`select account_id as id from push_subscriptions where endpoint = '${subscription.endpoint}'`)
    ).rows.map(({ id }: { id: string }) => id)
  const [one, other] = [ada.user._id, ben.user._id]
  await ada.client.subscribePush({ body: subscription })
  await ada.client.subscribePush({ body: subscription })
  expect(await devices()).toEqual([one])
  await ben.client.subscribePush({ body: subscription })
  expect(await devices()).toEqual([other])
  await ada.client.unsubscribePush({ body: { endpoint: subscription.endpoint } })
  expect(await devices()).toEqual([other])
  const all = [ada, ben, ada, ben, ada, ben].map(({ client }) => client.subscribePush({ body: subscription }))
  await Promise.all(all)
  const [device, ...more] = await devices()
  expect(more).toEqual([])
  const last = device === one ? ada : ben
  await last.client.unsubscribePush({ body: { endpoint: subscription.endpoint } })
  expect(await devices()).toEqual([])
})

test('two accounts use and give up a browser at the same moment, and neither is refused', async () => {
  const { world, service, ada, ben } = await startPushPair()
  const { subscription } = service.browser()
  const { endpoint } = subscription
  const deadlocks = async () =>
    (
      await world.query(`select pg_stat_clear_snapshot(), deadlocks::int from pg_stat_database
        where datname = current_database()`)
    ).rows[0].deadlocks
  const before = await deadlocks()
  for (let round = 0; round < 25; round++)
    await Promise.all(
      [ada, ben].flatMap(({ client }) => [
        client.subscribePush({ body: subscription }),
        client.unsubscribePush({ body: { endpoint } }),
      ]),
    )
  expect(await deadlocks()).toBe(before)
})
