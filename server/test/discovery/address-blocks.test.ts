import { api, isForStaff } from '@kindred/contract'
import { expect, test } from 'vitest'
import { blockContacts } from '../contacts.ts'
import type { Person } from '../people.ts'
import { startWorld, type World } from '../world.ts'

// Blocking an address reveals neither its owner nor whether it has one.

const PASSING = /\d{4}-\d\d-\d\dT[\d:.]+Z|[?&]e=\d+|[?&]s=[\w-]+|(?<="requestId":")[^"]+/g

/** Sorts lists, because the ranking of a deck changes each time but its members don't. */
const unordered = (_key: string, value: unknown): unknown =>
  Array.isArray(value) ? value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : value
const masked = (text: string) => JSON.stringify(JSON.parse(text.replace(PASSING, '#')), unordered)

/** Every response that a member can read: from all routes without input, and all that name one person. */
async function everythingSeenBy(world: World, viewer: Person, others: readonly Person[]) {
  const seen: Record<string, string> = {}
  for (const [name, route] of Object.entries(api)) {
    if (route.method !== 'GET' || isForStaff(route.access) || !('returns' in route)) continue
    const named = /:\w+/.exec(route.path)
    for (const { user } of named ? others : others.slice(0, 1)) {
      const path = route.path.replace(/:\w+/g, user._id)
      const answer = await world.request(`/api/v1${path}`, { headers: { authorization: `Bearer ${viewer.token}` } })
      seen[named ? `${name} ${user.firstName}` : name] = `${answer.status} ${masked(await answer.text())}`
    }
  }
  return seen
}

test('blocking an address changes nothing visible to the blocker, no matter who owns it', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const [ben, cleo, dan] = [
    await world.dater({ firstName: 'Ben' }),
    await world.dater({ firstName: 'Cleo' }),
    await world.dater({ firstName: 'Dan' }),
  ]
  const others = [ben, cleo, dan]
  await world.contactsCompared()
  await cleo.client.choose({ body: { userId: ada.user._id, action: 'superlike' } })
  const match = await world.matched(ada, dan)
  await dan.client.sendMessage({ params: { id: match }, body: { clientId: crypto.randomUUID(), text: 'Hello' } })
  await blockContacts(ada, 'not.a.member@people.example')
  const { listBlockedContacts: _, ...before } = await everythingSeenBy(world, ada, others)
  for (const { email } of others) await blockContacts(ada, email)
  await world.contactsCompared()
  const { listBlockedContacts: __, ...after } = await everythingSeenBy(world, ada, others)
  expect(after).toEqual(before)
  const { contacts } = (await ada.client.listBlockedContacts()).data
  expect(contacts.map(({ hint }) => hint)).toEqual(['d', 'c', 'b', 'n'].map((first) => `${first}…@people.example`))
})

test('choosing someone behind a blocked address answers as usual, and their existing like makes a match', async () => {
  const world = await startWorld()
  const ada = await world.dater()
  const [ben, eve] = [await world.dater({ firstName: 'Ben' }), await world.dater({ firstName: 'Eve' })]
  const [cleo, fay] = [await world.dater({ firstName: 'Cleo' }), await world.dater({ firstName: 'Fay' })]
  for (const each of [cleo, fay]) await each.client.choose({ body: { userId: ada.user._id, action: 'like' } })
  await world.contactsCompared()
  for (const { email } of [ben, cleo]) await blockContacts(ada, email)
  await world.contactsCompared()
  const like = async ({ user }: Person) =>
    (await ada.client.choose({ body: { userId: user._id, action: 'like' } })).data.match?.user.firstName
  expect([await like(ben), await like(eve)]).toEqual([undefined, undefined])
  expect([await like(cleo), await like(fay)]).toEqual(['Cleo', 'Fay'])
})

test('the owner of a blocked address never finds, likes or hears from the blocker', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const bens = { params: { id: ada.user._id } }
  await ben.client.choose({ body: { userId: ada.user._id, action: 'pass' } })
  await ben.client.undoChoice()
  const picture = (await ben.client.getPerson(bens)).data.user.profilePicture!
  await world.contactsCompared()
  await blockContacts(ada, ben.email)
  await world.contactsCompared()
  await ada.client.choose({ body: { userId: ben.user._id, action: 'superlike' } })
  await expect(ben.client.getPerson(bens)).rejects.toMatchObject({ status: 404 })
  await expect(ben.client.choose({ body: { userId: ada.user._id, action: 'like' } })).rejects.toMatchObject({
    status: 404,
  })
  expect((await ben.client.listPeople({ query: {} })).data.users).toEqual([])
  expect((await ben.client.searchPeople({ query: { q: 'Ada' } })).data.users).toEqual([])
  expect((await ben.client.discover({ query: {} })).data.people).toEqual([])
  expect((await ben.client.listLikes()).data).toMatchObject({ superlikes: [], people: null, count: null })
  expect((await ben.client.listNotifications()).data.notifications).toEqual([])
  expect((await world.request(picture)).status).toBe(404)
  const { contacts } = (await ada.client.listBlockedContacts()).data
  await ada.client.unblockContact({ params: { id: contacts[0]!._id } })
  await world.contactsCompared()
  expect((await ben.client.getPerson(bens)).data.user.firstName).toBe('Ada')
})

test('no answer reveals whether an address has an account', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const [known, unknown] = [ben.email, ben.email.replace('ben', 'bon')]
  const asking = {
    forgotPassword: (email: string) => ({ email }),
    resendVerification: (email: string) => ({ email }),
    login: (email: string) => ({ email, password: 'not the right one' }),
    changeEmail: (email: string) => ({ email, password: ada.password }),
    createReport: (email: string) => ({ problem_type: 'Other', description: `It is about ${email}, I think.` }),
  }
  const ask = async (name: keyof typeof asking, email: string) => {
    const { method, path } = api[name]
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` }
    const body = JSON.stringify(asking[name](email))
    const answer = await world.request(`/api/v1${path}`, { method, headers, body })
    const text = masked(await answer.text()).replaceAll(email, '#')
    return { status: answer.status, body: text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '#') }
  }
  for (const name of Object.keys(asking) as (keyof typeof asking)[]) {
    const answers = [await ask(name, known), await ask(name, unknown)]
    expect([name, answers[0]]).toEqual([name, answers[1]])
    expect([name, answers[0]!.status]).toEqual([name, expect.toBeOneOf([200, 201, 401])])
  }
  // This covers every route that takes an address. Registering responds 'User already exists', as specified, and so does
  // correcting what was registered, within the same limits.
  const elsewhere = ['register', 'correctEmail', 'editUser']
  const taking = Object.entries(api).flatMap(([name, route]) =>
    'body' in route && Object.hasOwn((route.body as { shape?: object }).shape ?? {}, 'email') ? [name] : [],
  )
  expect(taking.filter((name) => !elsewhere.includes(name) && !(name in asking))).toEqual([])
})
