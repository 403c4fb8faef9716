import { emailContact, MOST_CONTACTS } from '@kindred/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cleanUp, matchContacts } from '../../src/features/discovery/index.ts'
import { days, later } from '../../src/infra/clock.ts'
import { emailKey } from '../../src/infra/email.ts'
import { blockContacts, hashedBy } from '../contacts.ts'
import type { Person } from '../people.ts'
import { shared, startWorld, type World } from '../world.ts'

// Members list people they know, whether or not these are members. Neither meets the other if they couldn't have seen
// each other before; otherwise only the listed person loses sight of the one who listed them (match-contacts.ts).

const anyWorld = shared(startWorld)

async function sees({ client }: Person, { user }: Person): Promise<boolean> {
  const seen = await client.getPerson({ params: { id: user._id } }).then(
    () => true,
    () => false,
  )
  const listed = (await client.listPeople({ query: { limit: '100' } })).data.users.some(({ _id }) => _id === user._id)
  const found = (await client.searchPeople({ query: { limit: '100' } })).data.users.some(({ _id }) => _id === user._id)
  expect([listed, found]).toEqual([seen, seen])
  return seen
}
/** Whether the first one sees the second, and the other way round. */
const view = async (world: World, one: Person, other: Person) => {
  await world.contactsCompared()
  return [await sees(one, other), await sees(other, one)]
}

const [neither, both, onlyTheFirst] = [
  [false, false],
  [true, true],
  [true, false],
]

/** A member who is long here. */
async function settled(world: World, ...details: Parameters<World['dater']>) {
  const person = await world.dater(...details)
  await world.contactsCompared()
  return person
}

const cleanUpIn = ({ deps }: World, wait: number) =>
  cleanUp({ ...deps, clock: { now: () => later(deps.clock.now(), wait) } })

const porto = { location: { city: 'Porto', country: 'Portugal' } }

test('neither meets the other if a contact was listed before its owner joined, by address, number or name', async () => {
  const world = await anyWorld()
  const ada = await settled(world)
  await blockContacts(ada, 'BEN.TEN@people.example', '0351 912 345 601', 'Cléo da Silva, porto')
  const ben = await world.dater({ firstName: 'Ben', email: 'ben.ten@people.example' })
  const cleo = await world.dater({ firstName: 'Cleo Maria', lastName: 'Silva' }, porto)
  const dan = await world.dater({ firstName: 'Dan' })
  const eve = await world.member({ firstName: 'Eve' })
  await eve.client.addOwnNumber({ body: { number: '+351 912345601' } })
  await eve.client.completeProfile({ body: { gender: 'woman', interestedIn: ['woman', 'man'], ...porto } })
  const namesake = await world.dater({ firstName: 'Cleo', lastName: 'Silva' })
  await world.picture(eve)
  for (const person of [ben, cleo, eve]) expect(await view(world, ada, person)).toEqual(neither)
  for (const person of [dan, namesake]) expect(await view(world, ada, person)).toEqual(both)
  await expect(ada.client.choose({ body: { userId: ben.user._id, action: 'like' } })).rejects.toMatchObject({
    status: 404,
  })
  await expect(cleo.client.choose({ body: { userId: ada.user._id, action: 'like' } })).rejects.toMatchObject({
    status: 404,
  })
})

test('a contact listed before finishing a profile hides only who listed it, so that no guess is answered', async () => {
  const world = await anyWorld()
  const ben = await settled(world, { firstName: 'Ben' })
  const ada = await world.member()
  await blockContacts(ada, ben.email)
  await world.contactsCompared()
  await ada.client.completeProfile({ body: { gender: 'woman', interestedIn: ['woman', 'man'], ...porto } })
  await world.picture(ada)
  expect(await view(world, ada, ben)).toEqual(onlyTheFirst)
})

test('a contact of someone who is already here hides only who listed it, so that no guess is answered', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await settled(world), await settled(world, { firstName: 'Ben' }, porto)]
  await ben.client.addOwnNumber({ body: { number: '912345602' } })
  await blockContacts(ada, 'Ben Marlowe, Porto', '+351 912 345 602', ben.email)
  expect(await view(world, ada, ben)).toEqual(onlyTheFirst)
})

test('a large city has the name that it has in any of our languages', async () => {
  const world = await anyWorld()
  const ada = await settled(world)
  await blockContacts(ada, 'Ben Marlowe, Lisboa')
  expect(await view(world, ada, await world.dater({ firstName: 'Ben' }))).toEqual(neither)
})

test('someone who takes a listed address, name, town or number later no longer finds who listed it', async () => {
  // A changed name would be attributed to the wrong person.
  const world = await startWorld({ eavesdrop: false })
  const ada = await settled(world)
  await blockContacts(ada, 'new@people.example', 'Cleo Novak, Lisbon', 'Dan Marlowe, Porto', '+351912345678')
  const [ben, cleo, dan, eve] = [
    await settled(world, { firstName: 'Ben' }),
    await settled(world, { firstName: 'Cleo' }),
    await settled(world, { firstName: 'Dan' }),
    await settled(world, { firstName: 'Eve' }),
  ]
  for (const person of [ben, cleo, dan, eve]) expect(await view(world, ada, person)).toEqual(both)
  await world.query(`update accounts set email_verified_at = null where id = '${ben.user._id}'`)
  await ben.client.correctEmail({ body: { email: 'new@people.example' } })
  await world.query(`update accounts set email_verified_at = now() where id = '${ben.user._id}'`)
  await cleo.client.editProfile({ body: { lastName: 'Novak' } })
  await dan.client.setLocation({ body: porto.location })
  await eve.client.addOwnNumber({ body: { number: '912 345 678' } })
  // Ada has seen them, and if they disappeared, she would learn whose these contacts are. Names and numbers count days
  // later, or they could find out who avoids a person by taking that person’s.
  expect(await view(world, ada, ben)).toEqual(onlyTheFirst)
  for (const person of [cleo, dan, eve]) expect(await view(world, ada, person)).toEqual(both)
  await cleanUpIn(world, days(1) - 60_000)
  for (const person of [cleo, dan, eve]) expect(await view(world, ada, person)).toEqual(both)
  await cleanUpIn(world, days(7))
  for (const person of [ben, cleo, dan, eve]) expect(await view(world, ada, person)).toEqual(onlyTheFirst)
  await eve.client.removeOwnNumber({
    params: { id: (await eve.client.listBlockedContacts()).data.numbers[0]!._id },
  })
  expect(await view(world, ada, eve)).toEqual(onlyTheFirst)
})

test('of two members who list and join at the same moment, the later job finds both', async () => {
  const world = await anyWorld()
  const ada = await settled(world)
  const email = (at: number) => `ben.${'abcdefgh'[at]}@people.example`
  const joined = await Promise.all(
    Array.from({ length: 8 }, async (_, at) => {
      const [ben] = await Promise.all([
        world.member({ firstName: 'Ben', email: email(at) }),
        blockContacts(ada, email(at)),
      ])
      return ben
    }),
  )
  await world.contactsCompared()
  const { rows } = await world.query('select viewer_id from hidden_from')
  const viewers = new Set((rows as { viewer_id: string }[]).map(({ viewer_id }) => viewer_id))
  expect(joined.filter(({ user }) => !viewers.has(user._id))).toEqual([])
})

test('a removed contact shows both again: the listed person at once if only they were blind, both within a week', async () => {
  const world = await anyWorld()
  const ada = await settled(world)
  const ben = await settled(world, { firstName: 'Ben' })
  await blockContacts(ada, 'cleo@people.example', ben.email)
  const cleo = await settled(world, { firstName: 'Cleo', email: 'cleo@people.example' })
  expect([await view(world, ada, ben), await view(world, ada, cleo)]).toEqual([onlyTheFirst, neither])
  await ada.client.unblockContacts()
  expect((await ada.client.listBlockedContacts()).data.contacts).toEqual([])
  expect([await view(world, ada, ben), await view(world, ada, cleo)]).toEqual([both, neither])
  await cleanUpIn(world, days(1) - 60_000)
  expect(await view(world, ada, cleo)).toEqual(neither)
  await cleanUpIn(world, days(7))
  expect((await world.query(`select from contacts where account_id = '${ada.user._id}'`)).rowCount).toBe(0)
  expect(await view(world, ada, cleo)).toEqual(both)
})

test('a contact that is listed again before it has ended goes on as it was', async () => {
  const world = await anyWorld()
  const ada = await settled(world)
  await blockContacts(ada, 'ben@people.example')
  const ben = await settled(world, { firstName: 'Ben', email: 'ben@people.example' })
  const { contacts } = (await ada.client.listBlockedContacts()).data
  await ada.client.unblockContact({ params: { id: contacts[0]!._id } })
  await blockContacts(ada, 'ben@people.example')
  expect((await ada.client.listBlockedContacts()).data.contacts).toMatchObject([
    { kind: 'email', hint: 'b…@people.example' },
  ])
  await cleanUpIn(world, days(8))
  expect(await view(world, ada, ben)).toEqual(neither)
})

test('an existing match continues', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await settled(world), await settled(world, { firstName: 'Ben' })]
  const id = await world.matched(ada, ben)
  await blockContacts(ada, ben.email)
  await world.contactsCompared()
  await ben.client.sendMessage({ params: { id }, body: { clientId: crypto.randomUUID(), text: 'Still here?' } })
  expect((await ada.client.listMatches()).data.matches).toMatchObject([{ _id: id, unread: 1 }])
})

test('nothing stored shows who was listed, and no two members’ lists can be compared', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await settled(world), await settled(world, { firstName: 'Ben' })]
  const lines = ['mallory@people.example', '+351 912 345 603', 'Mallory Novak, Porto']
  for (const person of [ada, ben]) await blockContacts(person, ...lines)
  await world.contactsCompared()
  const { rows } = await world.query(`select c::text as row, encode(hash, 'hex') as hash from contacts c
    where account_id in ('${ada.user._id}', '${ben.user._id}')`)
  const stored = rows as { row: string; hash: string }[]
  expect(new Set(stored.map(({ hash }) => hash)).size).toBe(6)
  expect(stored.filter(({ row }) => /allory|Novak|12345603/.test(row))).toEqual([])
  expect((await world.query(`select from own_contacts where value ~ 'mallory|12345603'`)).rowCount).toBe(0)
  const keys = [ada, ben].map(async ({ client }) => (await client.listBlockedContacts()).data.key)
  expect(new Set(await Promise.all(keys)).size).toBe(2)
})

test('an answer reads nothing about who has a contact, so its bytes and its time can’t depend on that', async () => {
  const world = await anyWorld()
  const ben = await settled(world, { firstName: 'Ben' })
  // One contact for each member, because the job of the first would make a second request wait.
  const asking = await Promise.all(
    [ben.email, 'not.a.member@people.example', 'Ben Marlowe, Lisbon'].map(async (line) => {
      const ada = await settled(world)
      return { ada, body: JSON.stringify({ contacts: await hashedBy(ada, [line]) }) }
    }),
  )
  const answers = await world.deps.db.transaction().execute(async (tx) => {
    // A request that looked for the owner of a contact, or hid anyone, would wait here.
    await sql`lock table own_contacts, hidden_from in access exclusive mode`.execute(tx)
    return Promise.all(
      asking.map(async ({ ada, body }) => {
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${ada.token}` }
        const answer = await world.request('/api/v1/blocks/contacts', { method: 'POST', headers, body })
        return `${answer.status} ${(await answer.text()).replaceAll(/"requestId":"[^"]+"/g, '')}`
      }),
    )
  })
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toMatch(/^20\d /)
  for (const { ada } of [asking[0]!, asking[2]!]) expect(await view(world, ada, ben)).toEqual(onlyTheFirst)
})

test('up to 1,000 contacts can be added, and guesses are few', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const ada = await settled(world)
  const many = await hashedBy(
    ada,
    Array.from({ length: MOST_CONTACTS }, (_, at) => `n${at}@people.example`),
  )
  const list = (contacts: typeof many) => ada.client.blockContacts({ body: { contacts } })
  await list(many)
  expect((await ada.client.listBlockedContacts()).data.contacts).toHaveLength(MOST_CONTACTS)
  // Those that are there already take no place, but count as guesses.
  await list(many.slice(0, 400))
  await expect(blockContacts(ada, 'one.more@people.example')).rejects.toMatchObject({
    status: 409,
    message: 'You can add up to 1000 contacts.',
  })
  await ada.client.unblockContacts()
  await expect(list(many.slice(0, 100))).rejects.toMatchObject({ status: 429 })
})

test('a member’s own number is shown to no one, is in the export’s tables, and goes with the account', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await settled(world), await settled(world, { firstName: 'Ben' })]
  const add = (number: string) => ada.client.addOwnNumber({ body: { number } })
  await expect(add('call me')).rejects.toMatchObject({ status: 400, message: 'Please enter a phone number.' })
  for (const number of ['+351 912 345 678', '912 345 678', '21 234 56 79', '030 1234567']) await add(number)
  const { numbers } = (await ada.client.listBlockedContacts()).data
  expect(numbers.map(({ hint }) => hint)).toEqual(['… 78', '… 79', '… 67'])
  await expect(add('030 7654321')).rejects.toMatchObject({ status: 409 })
  const seen = JSON.stringify([
    await ben.client.getPerson({ params: { id: ada.user._id } }),
    (await ben.client.listBlockedContacts()).data.numbers,
  ])
  expect(seen).not.toContain('678')
  await ada.client.removeOwnNumber({ params: { id: numbers[0]!._id } })
  await ben.client.removeOwnNumber({ params: { id: numbers[1]!._id } })
  expect((await ada.client.listBlockedContacts()).data.numbers.map(({ hint }) => hint)).toEqual(['… 79', '… 67'])
})

test('a job that runs twice, or after the account is gone, changes nothing', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await settled(world), await settled(world, { firstName: 'Ben' })]
  await blockContacts(ada, ben.email)
  await world.contactsCompared()
  const rows = async () =>
    (
      await world.query(
        `select * from hidden_from where viewer_id = '${ben.user._id}' and hider_id = '${ada.user._id}'`,
      )
    ).rows
  const before = await rows()
  expect(before).toHaveLength(1)
  for (const { user } of [ada, ben]) await matchContacts(world.deps, user._id)
  await world.query('update contacts set compared = false; update own_contacts set compared = false')
  for (const { user } of [ada, ben]) await matchContacts(world.deps, user._id)
  expect(await rows()).toEqual(before)
  await matchContacts(world.deps, '00000000-0000-4000-8000-000000000000')
})

test.each(['Ada@Example.ORG', ' ada@example.org ', 'ada@münchen.example', 'ａda@example.org', "o'hara+x@a-b.example"])(
  '%s has the form of an account’s address',
  (email) => {
    expect(emailContact(email)?.value).toBe(emailKey(email))
    expect(emailContact(emailKey(email))?.value).toBe(emailKey(email))
  },
)
