import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cleanUp } from '../../src/features/identity/index.ts'
import { linkAccounts, sweepPictures } from '../../src/features/moderation/index.ts'
import { findShared } from '../../src/features/moderation/account-links/queries.ts'
import type { Person } from '../people.ts'
import { copyOf, photoOf, showPictures } from '../pictures.ts'
import { inFuture } from '../../../scripts/present.ts'
import { shared, startWorld, until, type World } from '../world.ts'

const BIO = 'Widowed surgeon on a ship, looking for an honest woman who believes in love and destiny.'
const EDITED = 'Widowed Surgeon on a ship - looking for an honest woman who believes in love, family and hope!'

const findings = async ({ client }: Person) => (await client.listAccountLinks({ query: { open: 'true' } })).data.links
const says = (world: World, { user }: Person, bio: string) =>
  world.query(`update profiles set bio = '${bio}' where account_id = '${user._id}'`)
const signsInWith = (world: World, { user }: Person, address: string, agent: string) =>
  world.query(`update sign_ins set address = '${address}', user_agent = '${agent}' where account_id = '${user._id}'`)

describe('accounts linked with banned ones', () => {
  const anyWorld = shared(async () => {
    const world = await startWorld()
    const [ines, max, bad] = [
      await world.administrator(),
      await world.staff('moderator'),
      await world.dater({ firstName: 'Bad' }),
    ]
    await says(world, bad, BIO)
    await signsInWith(world, bad, '203.0.113.7', 'Firefox on Linux')
    await world.setState(bad, 'banned')
    return { world, ines, max, bad }
  })

  test('a text with a device is found with its reasons, and neither alone', async () => {
    const { world, ines, max, bad } = await anyWorld()
    const [eve, fay, gil] = [
      await world.dater({ firstName: 'Eve' }),
      await world.dater({ firstName: 'Fay' }),
      await world.dater({ firstName: 'Gil' }),
    ]
    await says(world, eve, EDITED)
    await signsInWith(world, eve, '203.0.113.7', 'Firefox on Linux')
    await says(world, fay, EDITED)
    await signsInWith(world, fay, '203.0.113.7', 'Safari on iPhone')
    await signsInWith(world, gil, '203.0.113.7', 'Firefox on Linux')
    await Promise.all([linkAccounts(world.deps), linkAccounts(world.deps)])
    const [found, ...more] = await findings(max)
    expect([found, more]).toEqual([
      expect.objectContaining({
        user: expect.objectContaining({ _id: eve.user._id, state: 'active' }),
        banned: expect.objectContaining({ _id: bad.user._id, state: 'banned' }),
        signals: [
          { kind: 'text', weight: 40 },
          { kind: 'device', weight: 30 },
        ],
        weight: 70,
      }),
      [],
    ])
    expect((await max.client.getWorkQueue()).data.accountLinks).toBe(1)
    for (const { user } of [eve, bad])
      expect((await max.client.listLinksOf({ params: { id: user._id } })).data.links).toEqual([found])
    expect((await max.client.listLinksOf({ params: { id: fay.user._id } })).data.links).toEqual([])
    const params = { id: found!._id }
    await expect(eve.client.listAccountLinks({ query: {} })).rejects.toMatchObject({ status: 403 })
    await expect(eve.client.listLinksOf({ params: { id: eve.user._id } })).rejects.toMatchObject({ status: 403 })
    const nobody = { id: '00000000-0000-4000-8000-000000000000' }
    await expect(
      max.client.decideAccountLink({ params: nobody, body: { outcome: 'dismissed' } }),
    ).rejects.toMatchObject({ status: 404 })
    const dismissed = { params, body: { outcome: 'dismissed' as const } }
    await expect(max.client.decideAccountLink(dismissed)).rejects.toMatchObject({ status: 400 })
    const { status } = await world.request(`/api/v1/admin/account-links/${found!._id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${max.token}`, 'content-type': 'application/json', 'if-match': '*' },
      body: JSON.stringify(dismissed.body),
    })
    expect(status).toBe(400)
    const both = await Promise.allSettled(
      (['same_person', 'dismissed'] as const).map((outcome) =>
        max.client.decideAccountLink({ params, body: { outcome }, ifMatch: found!.version }),
      ),
    )
    expect(both.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(max.client.decideAccountLink({ ...dismissed, ifMatch: found!.version })).rejects.toMatchObject({
      status: 409,
    })
    await world.query(`update facts set value = '{}' where key = 'account-links'`)
    await linkAccounts(world.deps)
    expect(await findings(max)).toEqual([])
    const { rows } = await world.query(`select state from accounts where id = '${eve.user._id}'`)
    expect(rows).toEqual([{ state: 'active' }])
    const audited = (await ines.client.listAudit({ query: { subject: eve.user._id } })).data.entries
    expect(audited.map(({ action }) => action)).toContain('account-link.found')
  })

  test('an address that many share doesn’t link anyone, whatever else they use', async () => {
    const { world, max, bad } = await anyWorld()
    const people = []
    for (const firstName of ['Amy', 'Bea', 'Cleo', 'Dora', 'Elsa', 'Fern'])
      people.push(await world.dater({ firstName }))
    for (const person of people) await signsInWith(world, person, '203.0.113.7', 'Firefox on Linux')
    await says(world, people[0]!, BIO)
    await linkAccounts(world.deps)
    const ids = people.map(({ user }) => user._id)
    expect((await findings(max)).filter(({ user }) => ids.includes(user._id))).toEqual([])
    expect(await findShared(world.deps.db, ids[0]!, new Date(0))).toEqual([{ other_id: bad.user._id, kind: 'text' }])
  })

  test('a first name with a birthday counts with the device, and not alone', async () => {
    const { world, max } = await anyWorld()
    const dateOfBirth = '1988-02-29'
    const signed = { address: '203.0.113.90', agent: 'Opera on Windows' }
    const banned = await world.dater({ firstName: 'Nora', dateOfBirth })
    await signsInWith(world, banned, signed.address, signed.agent)
    await world.setState(banned, 'banned')
    const [same, onlyDevice, onlyName, otherName] = [
      await world.dater({ firstName: 'NORA', dateOfBirth }),
      await world.dater({ firstName: 'Nora' }),
      await world.dater({ firstName: 'Nora', dateOfBirth }),
      await world.dater({ firstName: 'Norah', dateOfBirth }),
    ]
    for (const person of [same, onlyDevice, otherName]) await signsInWith(world, person, signed.address, signed.agent)
    await linkAccounts(world.deps)
    const ids = [same, onlyDevice, onlyName, otherName].map(({ user }) => user._id)
    const found = (await findings(max)).filter(({ user }) => ids.includes(user._id))
    expect(found.map(({ user, banned: { _id }, signals, weight }) => [user._id, _id, signals, weight])).toEqual([
      [
        same.user._id,
        banned.user._id,
        [
          { kind: 'device', weight: 30 },
          { kind: 'person', weight: 30 },
        ],
        60,
      ],
    ])
  })

  test('a verified address of the same mailbox is enough, and one that anyone could register says nothing', async () => {
    const { world, max } = await anyWorld()
    const [banned, before, unproved] = [
      await world.dater({ firstName: 'Olga', email: 'olga.banned+x@gmail.com' }),
      await world.dater({ firstName: 'Pia', email: 'olgabanned+y@gmail.com' }),
      await world.newcomer({ firstName: 'Quin', email: 'olgabanned+z@gmail.com' }),
    ]
    await world.setState(banned, 'banned')
    await cleanUp(world.deps)
    await linkAccounts(world.deps)
    const ids = [before, unproved].map(({ user }) => user._id)
    const found = (await findings(max)).filter(({ user }) => ids.includes(user._id))
    expect(found).toMatchObject([
      { user: { _id: before.user._id }, banned: { _id: banned.user._id }, signals: [{ kind: 'address', weight: 60 }] },
    ])
  })

  test('a photo of a banned account is enough, until staff dismiss it', async () => {
    const { world, max, bad } = await anyWorld()
    const eve = await world.dater({ firstName: 'Eve' })
    await world.setState(bad, 'active')
    await showPictures(world, bad, await photoOf(1))
    await world.setState(bad, 'banned')
    await showPictures(world, eve, await copyOf(1))
    await sweepPictures(world.deps)
    await linkAccounts(world.deps)
    const mine = async () => (await findings(max)).filter(({ user }) => user._id === eve.user._id)
    const [found] = await mine()
    expect(found).toMatchObject({ signals: [{ kind: 'picture', weight: 60 }], weight: 60 })
    const body = { outcome: 'dismissed', note: 'Twins.' } as const
    await max.client.decideAccountLink({ params: { id: found!._id }, body, ifMatch: found!.version })
    expect(await mine()).toEqual([])
    // The decision is undone with the version that it made, and only once.
    const undo = () =>
      max.client.decideAccountLink({
        params: { id: found!._id },
        body: { outcome: 'open' },
        ifMatch: found!.version + 1,
      })
    expect((await undo()).data.link).toMatchObject({ state: 'open', decidedBy: null, decidedAt: null, note: null })
    expect(await mine()).toHaveLength(1)
    await expect(undo()).rejects.toMatchObject({ status: 409 })
  })
})

test('what is shared is found by index', async () => {
  const world = await startWorld({ eavesdrop: false })
  const [ada, bad] = [await world.dater(), await world.dater({ firstName: 'Bad' })]
  for (const person of [ada, bad]) {
    await says(world, person, BIO)
    await signsInWith(world, person, '203.0.113.7', 'Firefox on Linux')
    await world.query(`insert into payment_cards values ('${person.user._id}', 'a card', now())`)
  }
  await world.setState(bad, 'banned')
  await world.query(`
    set session_replication_role = replica;
    insert into accounts (id, first_name, last_name, email, created_at, last_active_at)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Many', 'People', 'many' || n || '@people.example', now(), now()
      from generate_series(1, 20000) n;
    insert into profiles (account_id, bio, updated_at)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, md5(n::text) || md5((n + 1)::text) || 'bio', now()
      from generate_series(1, 20000) n;
    insert into sign_ins (account_id, at, address, user_agent, outcome)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, now(), '203.0.113.7', 'Browser ' || n, 'succeeded'
      from generate_series(1, 20000) n;
    insert into payment_cards (account_id, card_hash, first_seen_at)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, decode(md5(n::text), 'hex'), now()
      from generate_series(1, 20000) n;
    set session_replication_role = origin;
    analyze accounts, profiles, sign_ins, payment_cards`)
  const [found, read] = await world.deps.db.transaction().execute(async (tx) => [
    await findShared(tx, ada.user._id, inFuture(-86_400_000)),
    await sql<{ rows: number }>`select sum(seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables
      where relname in ('accounts', 'profiles', 'sign_ins', 'payment_cards')`.execute(tx),
  ])
  expect(found.map(({ kind }) => kind).toSorted()).toEqual(['card', 'device', 'text'])
  expect(read.rows[0]!.rows).toBeLessThan(500)
})

test('a member who can’t be compared doesn’t stop the sweep, and is compared after the next visit', async () => {
  const world = await startWorld()
  const [max, bad, eve] = [await world.staff('moderator'), await world.dater(), await world.dater({ firstName: 'Eve' })]
  for (const person of [bad, eve]) {
    await says(world, person, BIO)
    await signsInWith(world, person, '203.0.113.7', 'Firefox on Linux')
  }
  await world.setState(bad, 'banned')
  // A sweep begins a few minutes before the end of the previous one.
  world.turnClock(11 * 60_000)
  await world.query('alter table account_links add constraint fall check (false) not valid')
  await expect(linkAccounts(world.deps)).rejects.toThrow('fall')
  await linkAccounts(world.deps)
  await world.query('alter table account_links drop constraint fall')
  const again = await world.signedInAgain(eve)
  await until(async () => {
    await again.client.getProfile()
    await linkAccounts(world.deps)
    return (await findings(await world.signedInAgain(max))).length === 1
  })
})
