import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { sharedWithOwnPeople } from '../own-people.ts'
import { startWorld } from '../world.ts'

// Searches without accents find text with them, and the other way round.

const anyWorld = sharedWithOwnPeople()

/** Texts, each with spellings that someone might search for. */
const spellings: [written: string, lookedFor: string[]][] = [
  ['Lefèvre', ['lefevre', 'LEFÈVRE', 'Lefe\u0300vre', 'efèv']],
  ['O’Neill', ["o'neill", 'O’NEILL', 'o‘neill', 'Oʼneill', 'o`neill', 'o´neill']],
  ["O'Brien", ['o’brien', "O'BRIEN"]],
  ['Muller', ['müller', 'MÜLLER', 'mu\u0308ller']],
  ['Łukasiewicz', ['lukasiewicz', 'ŁUKASIEWICZ']],
  ['Großmann', ['grossmann', 'GROẞMANN']],
  ['Sørensen', ['sorensen', 'SØRENSEN']],
  ['Œuvrard', ['oeuvrard']],
  ['Đorđević', ['dordevic', 'đorđević']],
  ['Işık', ['isik', 'IŞIK', 'işık']],
  ['Saint‑Exupéry', ['saint-exupery', 'Saint–Exupéry']],
  ['Παπαδόπουλος', ['παπαδοπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ']],
]

test('staff find a user by name however it is spelled, in the list, the export and bulk actions', async () => {
  const world = await anyWorld()
  const { client, token } = await world.administrator()
  for (const [lastName] of spellings) await world.member({ lastName })
  const missed: string[] = []
  for (const [written, lookedFor] of spellings)
    for (const search of lookedFor) {
      const { users, pagination } = (await client.listUsers({ query: { search } })).data
      if (users.map(({ lastName }) => lastName).join() !== written || pagination.total !== 1)
        missed.push(`${search}: ${users.map(({ lastName }) => lastName).join()}`)
    }
  expect(missed).toEqual([])
  const csv = await world.request(`/api/v1/admin/users/export.csv?search=${encodeURIComponent('LEFEVRE')}`, {
    headers: { authorization: `Bearer ${token}`, 'x-reason': 'A yearly count.' },
  })
  expect((await csv.text()).trim().split('\r\n').slice(1)).toEqual([expect.stringContaining(',Lefèvre,')])
  const { will } = (
    await client.previewBatch({ body: { about: 'users', action: 'deactivate', filters: { search: "o'neill" } } })
  ).data
  expect(will).toBe(1)
})

test('a query of combining marks alone matches no one, in lists and bulk actions', async () => {
  const world = await anyWorld()
  const { client } = await world.administrator()
  await world.dater()
  for (const search of ['\u0301', '\u0344'.repeat(150), ' \u0301 \u0300 ']) {
    expect((await client.listUsers({ query: { search } })).data.users).toEqual([])
    const filters = { search }
    const preview = await client.previewBatch({ body: { about: 'users', action: 'deactivate', filters } })
    expect(preview.data.will).toBe(0)
  }
})

test('reports are found by name and description however they are spelled', async () => {
  const world = await anyWorld()
  const [ada, ines] = [await world.dater({ lastName: 'Bélanger' }), await world.administrator()]
  const eve = await world.dater({ lastName: "O'Hara" })
  await ada.client.createReport({ body: { problem_type: 'Other', description: 'The café’s lantern is naïve.' } })
  await eve.client.createReport({ body: { problem_type: 'Other', description: 'Something about a facade.' } })
  const found = async (search: string) =>
    (await ines.client.listReports({ query: { search } })).data.reports.map(({ user }) => user.name)
  for (const search of ['belanger', 'BÉLANGER', "cafe's", 'CAFÉ', 'naive', ada.email])
    expect([search, await found(search)]).toEqual([search, ['Ada Bélanger']])
  for (const search of ['o’hara', 'façade']) expect([search, await found(search)]).toEqual([search, ["Ada O'Hara"]])
  for (const sign of ['%', '％', '_', '＿', '\\']) expect([sign, await found(sign)]).toEqual([sign, []])
})

test('members find people by words and city, and their own messages, however they are spelled', async () => {
  const world = await anyWorld()
  const zurich = { city: 'Zürich', country: 'Switzerland' }
  const [ada, ben] = [
    await world.dater({}, { location: zurich }),
    await world.dater({ firstName: 'Zoë' }, { bio: 'Crêpes, and rock’n’roll.', location: zurich }),
  ]
  const plain = await world.dater(
    { firstName: 'Max' },
    { bio: 'A cafe.', location: { city: 'Malaga', country: 'Spain' } },
  )
  const names = async (query: object) =>
    (await ada.client.searchPeople({ query })).data.users.map(({ firstName }) => firstName)
  for (const query of [
    { q: 'zoe' },
    { q: 'ZOË' },
    { q: 'crepes' },
    { q: "rock'n'roll" },
    { city: 'zurich' },
    { city: 'ZÜRICH' },
  ])
    expect([query, await names(query)]).toEqual([query, ['Zoë']])
  for (const query of [{ q: 'café' }, { city: 'Málaga' }]) expect([query, await names(query)]).toEqual([query, ['Max']])
  expect(await names({ q: '％' })).toEqual([])
  const id = await world.matched(ada, ben)
  await world.matched(ada, plain)
  await ben.client.sendMessage({
    params: { id },
    body: { clientId: 'client-1', text: 'On se voit au théâtre, d’accord?' },
  })
  for (const q of ['theatre', 'THÉÂTRE', "d'accord"])
    expect([q, (await ada.client.searchMessages({ query: { q } })).data.messages.length]).toEqual([q, 1])
  expect((await ada.client.searchMessages({ query: { q: '％％' } })).data.messages).toEqual([])
})

test('an interest or a language is found as it was written, in either case and composition', async () => {
  const world = await anyWorld()
  const [ada, ben] = [
    await world.dater(),
    await world.dater({}, { interests: ['ΧΟΡΟΣ', 'İstanbul', 'Éclair', 'Rock, pop \\o/'], languages: ['İdil'] }),
  ]
  const ines = await world.administrator()
  for (const query of [
    { interests: 'ΧΟΡΟΣ' },
    { interests: 'İstanbul' },
    { interests: 'e\u0301clair, ΧΟΡΟΣ' },
    { languages: 'İdil' },
    { interests: 'rock\\, pop \\\\o/' },
    { interests: 'Éclair,Rock\\, pop \\o/,' },
  ])
    for (const { client } of [ada, ines]) {
      const { users } = (await client.searchPeople({ query })).data
      expect([query, users.map(({ _id }) => _id)]).toEqual([query, [ben.user._id]])
    }
})

test('people with a common word are found by their ids and not counted, those with a rare one by its index', async () => {
  const world = await startWorld()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' }, { bio: 'Bread and butter.' })]
  // Copies of Ben's listing have ids right after his. Every hundredth copy also mentions axolotls.
  await world.query(`set session_replication_role = replica;
    create temporary table copies as select l.*, n from listings l, generate_series(1, 3000) n where account_id = '${ben.user._id}';
    update copies set account_id = (left(account_id::text, -12) || 'ffffffff' || lpad(to_hex(n), 4, '0'))::uuid,
      words = words || case when n % 100 = 0 then ' axolotls' else '' end;
    alter table copies drop n;
    insert into listings select * from copies;
    analyze listings`)
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const search = async (q: string) => {
    asked.mockClear()
    const { users, pagination } = (await ada.client.searchPeople({ query: { q } })).data
    const counts = asked.mock.calls.filter(([query]) => JSON.stringify(query).includes('as total')).length
    return { first: users[0]?.firstName, total: pagination.total, counts }
  }
  // Only Ben has a profile to show.
  expect(await search('bread')).toEqual({ first: 'Ben', total: 1000, counts: 0 })
  expect(await search('axolotls')).toMatchObject({ total: 30, counts: 1 })
  asked.mockRestore()
})

test('searches for folded text and interests use their indexes', async () => {
  const world = await startWorld()
  // With few rows the planner may use any index.
  await world.query(`insert into accounts (email, email_key, first_name, last_name, created_at)
    select n || '@x.example', n || '@x.example', md5(n::text), 'N', now() from generate_series(1, 5000) n`)
  await world.query('vacuum analyze accounts')
  const plan = async (table: string, where: string) => {
    const answers = (await world.query(
      `set enable_seqscan = off; explain select from ${table} where ${where}`,
    )) as unknown as { rows: { 'QUERY PLAN': string }[] }[]
    return answers[1]!.rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  for (const [index, table, where] of [
    ['accounts_search', 'accounts', "state <> 'erased' and words like '%' || folded('LEFÈVRE') || '%'"],
    ['listings_terms', 'listings', "(interests || field_terms || array[intention, gender_group]) @> '{bread,friends}'"],
    ['listings_terms', 'listings', "(interests || field_terms || array[intention, gender_group]) && '{faculty:law}'"],
    ['listings_words', 'listings', "words like '%' || folded('LEFÈVRE') || '%'"],
    ['reports_words', 'reports', "folded(description) like '%' || folded('LEFÈVRE') || '%'"],
  ] as const)
    expect(await plan(table, where)).toContain(index)
})
