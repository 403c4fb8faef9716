import { api, isForStaff } from '@kindred/contract'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { likesRenewedAt } from '../../src/features/discovery/eligibility/queries.ts'
import { hours } from '../../src/infra/clock.ts'
import { alertSearches } from '../../src/features/discovery/index.ts'
import { sendLikesDigest } from '../../src/features/matching/likes.ts'
import { sendDueDigests } from '../../src/features/delivery/notifications/notifications.ts'
import { sendPush } from '../../src/features/delivery/push/push.ts'
import { CERTIFICATE, openLocalPush, trustLocal } from '../local-push.ts'
import { inputs, needSomebody, observe, type Between, type Observed } from '../observed.ts'
import { awayFor, lists, nothing, present, says, set, standsAt, travels, travelsOn, type Vary } from '../varied.ts'
import { friendCases } from '../varied-friends.ts'
import { answer, faculty, field, setFields } from '../own-fields.ts'
import type { Person } from '../people.ts'
import { SECRET } from '../processes.ts'
import { proof } from '../proofs.ts'
import { askDatabase, cloneDatabase, startWorld, until, type World } from '../world.ts'

// Hidden values don't interfere: a world is copied, the hidden value is set differently in each copy, and a viewer who
// requests every route available to members observes the same bytes in both.

trustLocal()

type Case = {
  name: string
  /** The viewer and the other person are matched and have chatted. */
  acquainted?: boolean
  gone?: boolean
  /** The viewer takes part in Friends. */
  befriends?: true
  /** Runs before the world is copied. */
  before?: (world: World, between: Between) => Promise<unknown>
  values: [Vary, Vary]
  /** Masks expected differences in a line. */
  exempt?: (line: string) => string
}
/** Likes don't change who is in a deck; they may change its ranking (walk.test.ts limits how much). */
const withoutOrder = (line: string): string => {
  if (!line.startsWith('discover ')) return line
  const people = [...line.matchAll(/"firstName":"(\w+)"/g)].map(([, name]) => name)
  return line.includes('"limit":"1"')
    ? 'one of the deck'
    : `discover ${people.toSorted((a, b) => (a! < b! ? -1 : 1)).join(' ')}`
}

/** Redraws the hours of renewal until this member's isn't near, so that no likes are renewed during the test. */
async function renewedBefore({ deps, query }: World, { user }: Person): Promise<void> {
  const now = deps.clock.now()
  for (let past = 0; past < hours(1) || past > hours(23);) {
    await query('update like_hours set key = uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())')
    const renewed = await sql<{ at: Date }>`select ${likesRenewedAt(sql`${user._id}::uuid`, now)} as at`.execute(
      deps.db,
    )
    past = now.getTime() - renewed.rows[0]!.at.getTime()
  }
}

const cases: Case[] = [
  {
    name: 'a hidden age',
    before: set('hide_age = true'),
    values: [set(`date_of_birth = '1992-03-01'`), set(`date_of_birth = '1968-03-01'`)],
  },
  {
    name: 'a hidden distance',
    before: set('hide_distance = true'),
    values: [standsAt(38.7223, -9.1393), standsAt(38.75, -9.24)],
  },
  {
    name: 'hidden activity',
    acquainted: true,
    before: set('show_last_active = false'),
    values: [present, awayFor(400)],
  },
  {
    name: 'activity, for a viewer who hides their own,',
    acquainted: true,
    before: (world, { viewer }) =>
      world.query(`update accounts set show_last_active = false where id = '${viewer.user._id}'`),
    values: [present, awayFor(12)],
  },
  {
    name: 'a like',
    values: [
      (_, { other, viewer }) => other.client.choose({ body: { userId: viewer.user._id, action: 'like' } }),
      nothing,
    ],
    exempt: withoutOrder,
  },
  {
    name: 'setting the viewer aside',
    values: [
      (_, { other, viewer }) => other.client.choose({ body: { userId: viewer.user._id, action: 'later' } }),
      nothing,
    ],
  },
  {
    name: 'an alert that counts the viewer',
    values: [
      async (world, { other }) => {
        const { searches } = (await other.client.saveSearch({ body: { name: 'New people', query: {} } })).data
        await other.client.changeSearch({ params: { id: searches[0]!._id }, body: { alerts: true } })
        await world.query(`update saved_searches set known = '{}'`)
        await alertSearches(world.deps)
        const { notifications } = (await other.client.listNotifications()).data
        expect(notifications.map(({ kind }) => kind)).toContain('search')
      },
      nothing,
    ],
  },
  {
    name: 'an incognito like',
    before: async (world, { viewer, other }) => {
      await other.client.setPrivacy({ body: { incognito: true } })
      await renewedBefore(world, viewer)
      expect((await viewer.client.listLikes()).data.count).toBeNull()
    },
    values: [
      (_, { other, viewer }) => other.client.choose({ body: { userId: viewer.user._id, action: 'like' } }),
      nothing,
    ],
  },
  ...[true, false].map((acquainted) => ({
    name: `a private answer, ${acquainted ? 'between matched members' : 'between strangers'}`,
    acquainted,
    values: [0, 1].map(
      (answer): Vary =>
        (_, { other, questionId }) =>
          other.client.answerQuestion({
            params: { id: questionId },
            body: { answer, accepted: [answer], importance: 250, shown: false },
          }),
    ) as [Vary, Vary],
  })),
  { name: 'an answer about a date', acquainted: true, values: [says(true, true), says(false, null)] },
  {
    name: 'incognito mode or snoozing',
    values: [
      (_, { other }) => other.client.setPrivacy({ body: { incognito: true } }),
      (_, { other }) => other.client.setPrivacy({ body: { paused: true } }),
    ],
  },
  ...[true, false].map((acquainted) => ({
    name: `blocking or leaving, ${acquainted ? 'after a match' : 'as a stranger'},`,
    acquainted,
    gone: true,
    values: [
      (_: World, { other, viewer }: Between) => other.client.block({ body: { userId: viewer.user._id } }),
      (_: World, { other }: Between) => other.client.deleteAccount({ body: { password: other.password } }),
    ] as [Vary, Vary],
  })),
  ...(['matches', 'only-me', 'eligible'] as const).map((audience) => ({
    name: `an answer to a field of the community’s own for “${audience}”, to someone else,`,
    acquainted: audience === 'only-me',
    before: async (world: World, { other }: Between) => {
      const how = { filter: 'free', dealbreaker: true, weight: 5 } as const
      const year = field({ id: 'year', kind: 'number', min: 1, max: 12, ...how })
      await setFields(await world.administrator(), [{ ...faculty, ...how }, year])
      if (audience === 'eligible') await other.client.editProfile({ body: { interestedIn: ['man'] } })
    },
    values: [
      ['law', 3],
      ['arts', 11],
    ].map(
      ([one, number]): Vary =>
        (_, { other }) =>
          answer(other, { faculty: { value: one!, audience }, year: { value: number!, audience } }),
    ) as [Vary, Vary],
  })),
  ...(['one way', 'both ways'] as const).map((how) => ({
    name: `being the contact of someone, ${how}, or that person’s leaving`,
    gone: true,
    values: [
      lists(
        ({ other }) => other,
        ({ viewer }) => viewer.email,
        how,
      ),
      set(`state = 'deactivated'`),
    ] as [Vary, Vary],
  })),
  ...[true, false].map((acquainted) => ({
    name: `listing a contact that is someone’s, ${acquainted ? 'matched' : 'a stranger’s'}, or no one’s,`,
    acquainted,
    values: [
      lists(
        ({ viewer }) => viewer,
        () => 'Ben Marlowe, Lisbon',
      ),
      lists(
        ({ viewer }) => viewer,
        () => 'Ben Mallory, Lisbon',
      ),
    ] as [Vary, Vary],
  })),
  {
    name: 'listing someone who joined later, or left,',
    gone: true,
    values: [
      lists(
        ({ viewer }) => viewer,
        () => 'Ben Marlowe, Lisbon',
        'both ways',
      ),
      async (world, between) => {
        await set(`state = 'deactivated'`)(world, between)
        await lists(
          ({ viewer }) => viewer,
          () => 'Ben Mallory, Lisbon',
        )(world, between)
      },
    ],
  },
  ...friendCases,
  {
    name: 'a position within a cell',
    values: [standsAt(38.7223, -9.1393), standsAt(38.7226, -9.1396)],
  },
  ...[true, false].flatMap((acquainted) => [
    {
      name: `a trip to come, of ${acquainted ? 'a match' : 'a stranger'},`,
      acquainted,
      values: [travels(1, 9), nothing] as [Vary, Vary],
    },
    {
      name: `the days of a trip in one month, of ${acquainted ? 'a match' : 'a stranger'},`,
      acquainted,
      values: [travelsOn('03', '05'), travelsOn('01', '30')] as [Vary, Vary],
    },
  ]),
]

/** Waits until everything pending is sent. */
const sent = (world: World) =>
  until(async () => {
    const { rows } = await world.query(
      `select from pgboss.job where name in ('push', 'send-mail', 'match-contacts') and state < 'completed' and start_after <= now()`,
    )
    return rows.length === 0
  })

/** Holds pushes until the test sends them, because a slow machine would send some before they are read. */
const HOLD_PUSHES = `
  create function hold() returns trigger language plpgsql as
    $$ begin new.start_after = new.start_after + interval '1 hour'; return new; end $$;
  create trigger hold before insert on pgboss.job for each row when (new.name = 'push') execute function hold();
  update pgboss.job set start_after = start_after + interval '1 hour' where name = 'push' and state = 'created'`

const FORGET_PUSHES = `
  update notifications set pushed_at = now() where pushed_at is null; delete from pgboss.job where name = 'push'`

/** A world with a few people, whose database can be copied. */
async function prepareWorld(
  acquainted: boolean,
  env: Record<string, string>,
  push: Awaited<ReturnType<typeof openLocalPush>>,
) {
  const database = await cloneDatabase()
  const world = await startWorld({ databaseUrl: database.url, env, eavesdrop: false })
  const viewer = await world.dater({ firstName: 'Ada', dateOfBirth: '1990-05-17' })
  const other = await world.dater({ firstName: 'Ben', dateOfBirth: '1992-03-01' }, { bio: 'Rows before breakfast.' })
  const bystander = await world.dater({ firstName: 'Cleo', dateOfBirth: '1985-07-07' })
  await world.dater({ firstName: 'Dora', dateOfBirth: '1979-02-02' })
  await viewer.client.subscribePush({ body: push.browser().subscription })
  await viewer.client.setNotificationSettings({ body: { quiet: null } })
  const questionId = (await viewer.client.listQuestions()).data.questions[0]!._id
  const reportId = (
    await viewer.client.createReport({
      body: { problem_type: 'Harassment', description: 'Was rude to me in a message.' },
    })
  ).data.report._id
  const nobody = '00000000-0000-4000-8000-00000000000a'
  const between: Between = {
    viewer,
    other,
    bystander,
    questionId,
    reportId,
    matchId: nobody,
    messageId: nobody,
    ownId: nobody,
  }
  if (acquainted) {
    between.matchId = await world.matched(viewer, other)
    const write = async ({ client }: Person, text: string) =>
      (await client.sendMessage({ params: { id: between.matchId }, body: { clientId: text, text } })).data.message._id
    between.messageId = await write(other, 'Hello there')
    between.ownId = await write(viewer, 'Hello back')
  }
  // Pushes about earlier events are sent now, so that they aren't observed.
  await sendPush(world.deps, viewer.user._id)
  await sent(world)
  return { world, between, name: new URL(database.url).pathname.slice(1), drop: database.drop }
}

const inWorld = (world: World, between: Between): Between => {
  const again = (person: Person): Person => ({ ...person, client: world.client(person.token) })
  return { ...between, viewer: again(between.viewer), other: again(between.other), bystander: again(between.bystander) }
}

let pushes: ReturnType<typeof openLocalPush> | undefined
/** Starting worlds that several cases share. Each case works on copies. */
const starts = new Map<boolean, ReturnType<typeof startOf>>()
afterAll(async () => {
  for (const start of starts.values()) await (await start).drop()
  await (await pushes)?.stop()
})

async function startOf(acquainted: boolean, before: NonNullable<Case['before']>) {
  const push = await (pushes ??= openLocalPush())
  const env = { TOKEN_SECRET: SECRET, PUSH_HOSTS: push.host, NODE_EXTRA_CA_CERTS: CERTIFICATE }
  const { world, ...rest } = await prepareWorld(acquainted, env, push)
  await before(world, inWorld(world, rest.between))
  await world.stop()
  // A push from before would be due in a later copy, and not yet in an earlier one.
  await askDatabase(world.databaseUrl, FORGET_PUSHES)
  return { ...rest, env, push }
}

function sharedStart(acquainted: boolean) {
  const start = starts.get(acquainted) ?? startOf(acquainted, nothing)
  starts.set(acquainted, start)
  return start
}

async function compare({ acquainted = false, before, befriends, values, exempt = (line) => line }: Case) {
  const first = await (before ? startOf(acquainted, before) : sharedStart(acquainted))
  const { env, push } = first
  const known = new Set((JSON.stringify(first.between).match(/[0-9a-f-]{36}/g) ?? []) as string[])
  const observations: { calls: Observed[]; lines: string[] }[] = []
  for (const vary of values) {
    const copy = await cloneDatabase(first.name)
    const world = await startWorld({ databaseUrl: copy.url, env, eavesdrop: false })
    const between = { ...inWorld(world, first.between), ...(befriends ? { befriends } : {}) }
    // Copies are made at different times: on a slow machine, people would be online in one copy but not in the next.
    await world.query('update accounts set last_active_at = now()')
    const ear = await world.listen(between.viewer.token)
    const came = push.come.length
    await vary(world, between)
    // Reading notifications cancels unsent pushes, so all pushes are sent first, independent of the machine's speed.
    await sent(world)
    await world.query(HOLD_PUSHES)
    const calls = await observe(world, between, known)
    await sendLikesDigest(world.deps)
    const owner = `account_id = '${between.viewer.user._id}'`
    await world.query(`update saved_searches set alerts = true, known = '{}', alerted_at = null where ${owner}`)
    await alertSearches(world.deps)
    const { rows: alerts } = await world.query(`select details from notifications where kind = 'search' and ${owner}`)
    await sendDueDigests(world.deps)
    await sendPush(world.deps, between.viewer.user._id)
    await sent(world)
    const mails = await world.mailsTo(between.viewer.email, 0)
    // Each copy has a saved search of its own.
    const withoutSearch = (text: string) => text.replaceAll(/saved=[\w-]+/g, 'saved=ID')
    observations.push({
      calls,
      lines: [
        ...calls.map(({ line }) => exempt(line)),
        ...ear.received.map((event) => `received ${JSON.stringify(event)}`),
        ...alerts.map(({ details }) => `alert ${withoutSearch(JSON.stringify(details))}`),
        ...mails.map(({ subject, text }) => `mail ${subject} ${withoutSearch(text).replaceAll(/#\S+/g, '#SECRET')}`),
        `pushes ${push.come.length - came}`,
      ],
    })
    await world.stop()
    await copy.drop()
  }
  if (before) await first.drop()
  return observations as [(typeof observations)[0], (typeof observations)[0]]
}

/** The first difference between two observations, with some context. */
const differences = (one: readonly string[], two: readonly string[]): string[] =>
  Array.from({ length: Math.max(one.length, two.length) }, (_, at) => [one[at] ?? '', two[at] ?? ''] as const).flatMap(
    ([a, b]) => {
      if (a === b) return []
      const from = Math.max(0, [...a].findIndex((sign, at) => sign !== b[at]) - 60)
      return [`${a.slice(0, 60)} … ${a.slice(from, from + 120)} | ${b.slice(from, from + 120)}`]
    },
  )

for (const each of cases)
  test(`${each.name} changes no byte of what another member observes`, async () => {
    const [one, two] = await compare(each)
    expect(differences(one.lines, two.lines)).toEqual([])
    // A route that always refuses would compare nothing.
    const answered = new Set(one.calls.flatMap(({ call, status }) => (status < 400 ? [call] : [])))
    const silent = Object.entries(inputs).flatMap(([call, how]) =>
      typeof how === 'function' && !answered.has(call as keyof typeof api) ? [call] : [],
    )
    const isDue = (call: string) => (each.acquainted && !each.gone) || !needSomebody.has(call as keyof typeof api)
    expect(silent.filter(isDue)).toEqual([])
    proof(`${each.name}: ${one.calls.length} calls with identical answers`)
  }, 300_000)

test('every member call is covered here, or says why not', () => {
  const members = Object.entries(api).flatMap(([name, { access }]) => (isForStaff(access) ? [] : [name]))
  expect(Object.keys(inputs).toSorted()).toEqual(members.toSorted())
})
