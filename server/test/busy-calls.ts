import { randomUUID } from 'node:crypto'
import { sendDueDigests } from '../src/features/delivery/notifications/send-email-digest.ts'
import { resumePushes } from '../src/features/delivery/push/resume-pushes.ts'
import { sendPush } from '../src/features/delivery/push/send-push.ts'
import { nameOf, type Person } from './people.ts'
import type { World } from './world.ts'

// The calls that members make all the time, and the jobs that follow from them, between people who are many enough that
// their rows are in different parts of the tables.

const PEOPLE = 20
const MATCHES = 8
/** More than these are needed, each in another part, so that a statement about two of them reads two parts. */
const APART = 4

/** People whose rows are in different parts come first. */
async function peopleApart(world: World): Promise<Person[]> {
  const people: Person[] = []
  for (let n = 0; n < PEOPLE; n++) people.push(await world.dater({ firstName: nameOf(n) }))
  const { rows } = await world.query(`
    select distinct on (part) id from accounts, generate_series(0, 7) part
    where satisfies_hash_partition('sightings'::regclass, 8, part, id)`)
  const first = new Set(rows.map(({ id }) => id))
  if (first.size <= APART) throw new Error('The people are in too few parts.')
  const isFirst = ({ user }: Person) => first.has(user._id)
  return [...people.filter(isFirst), ...people.filter((person) => !isFirst(person))]
}

const like = (one: Person, other: Person) => one.client.choose({ body: { userId: other.user._id, action: 'like' } })
const greet = (one: Person, id: string, text = 'Hello') =>
  one.client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text } })

/** Ada has matches who have written to her, and likes that she hasn't answered; Ben is matched with her, too. */
async function cast(world: World) {
  const [ada, ben, cleo, dan, eva, ...others] = await peopleApart(world)
  if (!ada || !ben || !cleo || !dan || !eva) throw new Error('There are too few people.')
  await world.query(`update accounts set premium_until = now() + interval '30 days' where id = '${ada.user._id}'`)
  // No push is sent to an unknown service.
  await world.query(`insert into push_subscriptions (account_id, endpoint, p256dh, auth, created_at)
    select id, 'https://nobody.example/' || id, '', '', now() from accounts`)
  const ids: string[] = []
  for (const other of [ben, ...others.slice(0, MATCHES)]) {
    const id = await world.matched(ada, other)
    await greet(other, id)
    ids.push(id)
  }
  for (const person of [cleo, dan, ...others.slice(MATCHES)]) await like(person, ada)
  return { ada, ben, cleo, dan, eva, id: ids[0] ?? '', last: others.at(-1) ?? eva }
}

const pictureIn = (text: string) => /\/api\/v1\/pictures\/[^"]+/.exec(text)?.[0] ?? ''

/** What the calls are, in the order in which they are made. */
export async function busyCalls(world: World): Promise<Record<string, () => Promise<unknown>>> {
  const { ada, ben, cleo, dan, eva, last, id } = await cast(world)
  const { client, email, password, refreshToken } = ada
  const { messages } = (await client.listMessages({ params: { id } })).data
  const messageId = messages[0]?._id ?? ''
  const picture = pictureIn(JSON.stringify(await client.getPerson({ params: { id: ben.user._id } })))
  // After a minute, it is saved again when a member was last active.
  world.turnClock(61_000)
  return {
    'sign-in': () => world.client().login({ body: { email, password } }),
    'refreshed token': () => world.client().refreshToken({ body: { refreshToken } }),
    'own profile': () => client.getProfile(),
    deck: () => client.discover(),
    like: () => like(ada, eva),
    'like that matches': () => like(ada, cleo),
    pass: () => client.choose({ body: { userId: last.user._id, action: 'pass' } }),
    undo: () => client.undoChoice(),
    'who likes me': () => client.listLikes(),
    matches: () => client.listMatches(),
    conversation: () => client.listMessages({ params: { id } }),
    message: () => greet(ada, id, 'How are you?'),
    'read receipt': () => ben.client.readMessages({ params: { id }, body: { seq: 2 } }),
    reaction: () => client.react({ params: { id, messageId }, body: { emoji: '👍' } }),
    notifications: () => client.listNotifications(),
    'notifications read': () => client.readNotifications({ body: {} }),
    'other’s profile': () => client.getPerson({ params: { id: dan.user._id } }),
    picture: () => world.request(picture),
    search: () => client.searchPeople({ query: { online: 'true', q: 'p' } }),
    people: () => client.listPeople(),
    'profile saved': () => client.editProfile({ body: { bio: 'I keep bees.' } }),
    'preferences saved': () => client.setPreferences({ body: { ageMax: 60 } }),
    'settings saved': () => client.setNotificationSettings({ body: { quiet: null } }),
    push: () => sendPush(world.deps, cleo.user._id),
    'forgotten pushes': () => (world.turnClock(600_000), resumePushes(world.deps)),
    digests: () => sendDueDigests(world.deps),
  }
}
