import { unzipSync, strFromU8 } from 'fflate'
import { userSorts } from '@kindred/contract/moderation/administration'
import { expect, onTestFinished, test } from 'vitest'
import { lockPictures, savePicture, writePictures } from '../../src/features/profiles/pictures/queries.ts'
import { tokenIn } from '../outbox.ts'
import { askDatabase, cloneDatabase, shared, startWorld, until, type World } from '../world.ts'
import { present } from '../../../scripts/present.ts'
import { settleReviews } from '../deciding.ts'
import type { Person } from '../people.ts'

const anyWorld = shared(startWorld)

/** What waits for a review of this person. */
const waitingFor = async ({ client }: Person, { user }: Person) => {
  const { held, checks } = (await client.listWaitingPictures()).data
  const isTheirs = (each: { user: { _id: string } }) => each.user._id === user._id
  return { held: held.filter(isTheirs), checks: checks.filter(isTheirs) }
}

const csv = (world: World, { token }: Person, query = '') =>
  world.request(`/api/v1/admin/users/export.csv${query}`, {
    headers: { authorization: `Bearer ${token}`, 'x-reason': 'A yearly count.' },
  })

test('staff can edit a user, who is notified, and the log keeps the previous values', async () => {
  const world = await anyWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const params = { id: ada.user._id }
  const before = (await ines.client.getUser({ params })).data.user
  const email = `new.${ada.email}`
  const body = { firstName: 'Adela', email, bio: 'Bakes.', location: { city: 'Porto', country: 'Portugal' } }
  const { user, emailChange } = (await ines.client.editUser({ params, body })).data
  expect(emailChange).toMatchObject({ email })
  expect(user).toMatchObject({ firstName: 'Adela', email: ada.email, bio: 'Bakes.', location: { city: 'Porto' } })
  const mails = (await world.mailsTo(ada.email, 3)).map(({ text }) => text).join()
  expect(mails).toContain('Our team changed your first name, bio, and location.')
  expect(mails).toContain(email)
  const { entries } = (await ines.client.listAudit({ query: { subject: ada.user._id, action: 'account.edited' } })).data
  expect(entries).toMatchObject([
    {
      actor: { _id: ines.user._id },
      details: { firstName: { before: 'Ada', after: 'Adela' }, bio: { before: null, after: 'Bakes.' } },
    },
  ])
  const stale = await world.request(`/api/v1/admin/users/${ada.user._id}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${ines.token}`,
      'content-type': 'application/json',
      'if-match': String(before.version),
    },
    body: JSON.stringify({ bio: 'Late.' }),
  })
  expect(stale.status).toBe(409)
  await expect(ines.client.editUser({ params, body: { email: ines.email } })).rejects.toMatchObject({ status: 409 })
  await expect(ines.client.editUser({ params, body: { isAdmin: true } as never })).rejects.toMatchObject({
    status: 400,
  })
})

test('administrators can be added and removed, never the last one, and their sessions end', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  const role = (who: Person, isAdmin: boolean) =>
    ines.client.setRole({ params: { id: who.user._id }, body: { isAdmin } })
  await expect(role(ines, false)).rejects.toMatchObject({ message: 'You can’t remove the last administrator.' })
  expect((await role(ada, true)).data.user.isAdmin).toBe(true)
  await expect(ada.client.getProfile()).rejects.toMatchObject({ status: 401 })
  await expect(role(ada, true)).rejects.toMatchObject({ status: 409 })
  // Removing the role needs an approval, which the requester can't give (approvals.test.ts).
  expect((await role(ada, false)).data).toMatchObject({ user: { isAdmin: true }, approval: { canDecide: false } })
})

test('the list downloads with its filters and without spreadsheet formulas, and the download is logged', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  // Accounts from before names were validated may have such names.
  const called = async (first_name: string, last_name: string) => {
    const { user } = await world.member()
    await world.deps.db.updateTable('accounts').set({ first_name, last_name }).where('id', '=', user._id).execute()
  }
  await called('=HYPERLINK("http://evil")', '+1')
  await called('Comma, "quoted"', 'Marlowe')
  for (const [at, lastName] of ['-1', '@sum', '\tTab', 'two\r\nlines', 'a=b', '7th'].entries())
    await called(`Cell ${at}`, lastName)
  const text = await (await csv(world, ines)).text()
  const lines = text.trim().split('\r\n')
  expect(lines[0]).toMatch(/^id,firstName,lastName,email,createdAt/)
  expect(lines).toHaveLength(11)
  for (const [at, cell] of ["'-1", "'@sum", "'\tTab", '"two\r\nlines"', 'a=b', '7th'].entries())
    expect(text).toContain(`,Cell ${at},${cell},`)
  expect(text).toContain(`"'=HYPERLINK(""http://evil"")",'+1,`)
  expect(text).toContain('"Comma, ""quoted"""')
  expect((await (await csv(world, ines, '?search=comma')).text()).trim().split('\r\n')).toHaveLength(2)
  expect((await csv(world, ines, '?status=strange')).status).toBe(400)
  const { ticket } = (await ines.client.issueExportTicket({ reason: 'A yearly count.' })).data
  const byLink = () => world.request(`/api/v1/admin/users/export.csv?ticket=${ticket}`)
  expect([(await byLink()).status, (await byLink()).status]).toEqual([200, 401])
  const ada = await world.member()
  expect((await csv(world, ada)).status).toBe(403)
  expect((await ines.client.listAudit({ query: { action: 'users.exported' } })).data.entries).toHaveLength(3)
  world.turnClock(16 * 60_000)
})

test('no cell of the list runs as a formula, however it is written', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '﹢', '﹣', '﹫', '−']
  const before = [
    '',
    '\u200b',
    '\ufeff',
    '\u0007',
    '\u00a0',
    '\u202e',
    '\u2060\u200d',
    ' \u00ad ',
    '\u3000',
    '\u{e0020}',
    '\t',
  ]
  const cells = signs.flatMap((sign) => before.map((hidden) => `${hidden}${sign}SUM(1)`))
  const harmless = ['a=b', 'Jean-Luc', '\u200bAda', '7th', '爱＝恨', ' o']
  const all = [...cells, ...harmless]
  await world.member({ firstName: 'Cell' })
  for (const [at, last_name] of all.entries())
    await world.deps.db
      .insertInto('accounts')
      .values({
        first_name: `Cell ${at}`,
        last_name,
        email: `c${at}@x.example`,
        email_key: `c${at}`,
        created_at: present(),
      })
      .execute()
  const text = await (await csv(world, ines)).text()
  const cellOf = new Map([...text.matchAll(/,Cell (\d+),([^,]*),/g)].map(([, at, cell]) => [Number(at), cell]))
  const wrong = all.flatMap((word, at) => {
    const safe = at < cells.length ? `'${word}` : word
    return cellOf.get(at) === safe ? [] : [[JSON.stringify(word), cellOf.get(at)]]
  })
  expect(wrong).toEqual([])
})

test('a large export is complete and in one order across batches', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  await world.query(`insert into accounts (email, email_key, first_name, last_name, created_at)
    select 'n' || n || '@x.example', 'n' || n || '@x.example', 'N', n::text, now() - (n / 7) * interval '1 minute' from generate_series(1, 5000) n`)
  const lines = (await (await csv(world, ines)).text()).trim().split('\r\n')
  expect(lines).toHaveLength(5002)
  expect(new Set(lines).size).toBe(5002)
})

test('an export has the order of the list, across batches and equal values', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  await world.query(`insert into accounts (email, email_key, first_name, last_name, created_at, last_active_at)
    select 'n' || n || '@x.example', 'n' || n || '@x.example', chr(65 + n % 26), 'N', now() - (n % 7) * interval '1 day',
      case when n % 3 = 0 then now() - (n % 11) * interval '1 hour' end from generate_series(1, 900) n`)
  for (const sort of userSorts) {
    const { users } = (await ines.client.listUsers({ query: { sort, limit: '1000' } })).data
    const lines = (await (await csv(world, ines, `?sort=${sort}`)).text()).trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[0])).toEqual(users.map(({ _id }) => _id))
  }
  const lines = (await (await csv(world, ines)).text()).trim().split('\r\n').slice(1)
  const { users } = (await ines.client.listUsers({ query: { limit: '1000' } })).data
  expect(lines.map((line) => line.split(',')[0])).toEqual(users.map(({ _id }) => _id))
})

test('with a read replica, the list is read from it, and nothing is written to it', async () => {
  const copy = await cloneDatabase()
  onTestFinished(copy.drop)
  const world = await startWorld({ env: { DATABASE_REPLICA_URL: copy.url } })
  const ines = await world.administrator()
  await askDatabase(
    copy.url,
    `insert into accounts (email, email_key, first_name, last_name, created_at) values ('before@x.example', 'before@x.example', 'A moment', 'Before', now())`,
  )
  const lines = (await (await csv(world, ines)).text()).trim().split('\r\n')
  expect(lines.slice(1)).toEqual([expect.stringContaining(',A moment,Before,before@x.example,')])
  expect((await ines.client.listUsers()).data.users.map(({ _id }) => _id)).toEqual([ines.user._id])
  await expect(world.deps.replica.deleteFrom('accounts').execute()).rejects.toThrow('read-only transaction')
  await world.stop()
})

test("a replica that can't be reached stops the start and is named", async () => {
  const env = { DATABASE_REPLICA_URL: 'postgres://nobody:nothing@127.0.0.1:9/none' }
  await expect(startWorld({ env })).rejects.toThrow('Check DATABASE_REPLICA_URL')
})

test('only administrators can page through the log', async () => {
  const world = await anyWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  for (const bio of ['a', 'b', 'c']) await ines.client.editUser({ params: { id: ada.user._id }, body: { bio } })
  const first = (await ines.client.listAudit({ query: { actor: ines.user._id, limit: '2' } })).data
  expect(first.entries).toHaveLength(2)
  const rest = (await ines.client.listAudit({ query: { actor: ines.user._id, limit: '2', before: first.nextBefore! } }))
    .data
  expect([rest.entries.length, rest.nextBefore]).toEqual([1, null])
  await expect(ada.client.listAudit()).rejects.toMatchObject({ status: 403 })
  await expect(ines.client.listAudit({ query: { from: 'soon' } })).rejects.toMatchObject({ status: 400 })
})

test('staff approve or reject held pictures and selfies', async () => {
  const world = await anyWorld()
  const [ada, ben, ines] = [await world.dater(), await world.dater({ firstName: 'Ben' }), await world.administrator()]
  await world.picture(ada, 1, { review: 'held' })
  await ada.client.askForPhotoCheck()
  const selfies = [await world.picture(ada, null as never), await world.picture(ada, null as never)]
  const [publicId = '', secondId = ''] = selfies.map(({ public_id }) => public_id)
  await ada.client.sendPhotoCheck({ body: { publicId, secondId } })
  const { held, checks } = await waitingFor(ines, ada)
  expect([held.length, checks.length]).toEqual([1, 1])
  expect(checks[0]).toMatchObject({
    user: { name: 'Ada Marlowe' },
    pose: expect.any(String),
    second: { pose: expect.any(String), pictureUrl: expect.stringContaining(secondId) },
    profileUrls: [expect.any(String)],
  })
  const seen = async () => (await ben.client.getPerson({ params: { id: ada.user._id } })).data.user
  expect(await seen()).toMatchObject({ more_pictures: [], photoChecked: false })
  await ines.client.reviewPicture({ params: { id: held[0]!._id }, body: { shown: true } })
  expect(await seen()).toMatchObject({ more_pictures: [] })
  await settleReviews(world)
  expect((await world.mailsTo(ada.email, 2))[1]!.subject).toMatch(/^Your photo is approved/)
  await ines.client.decidePhotoCheck({ params: { id: checks[0]!._id }, body: { accepted: true } })
  await settleReviews(world)
  expect(await seen()).toMatchObject({ more_pictures: [expect.anything()], photoChecked: true })
  await expect(
    ines.client.decidePhotoCheck({ params: { id: checks[0]!._id }, body: { accepted: false } }),
  ).rejects.toMatchObject({ status: 409 })
  expect((await world.query(`select 1 from pictures where public_id in ('${publicId}', '${secondId}')`)).rows).toEqual(
    [],
  )
  const { rows } = await world.query(
    `select public_id from dropped_files where public_id in ('${publicId}', '${secondId}') order by public_id`,
  )
  expect(rows.map(({ public_id }) => public_id)).toEqual([publicId, secondId].toSorted())
  const notified = (await ada.client.listNotifications()).data.notifications
  expect(notified).toMatchObject([{ kind: 'decision', text: 'Your photos are verified', link: '/profile' }])
})

test('a review and its owner’s change of the photos at the same moment both last', async () => {
  const world = await anyWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  await world.picture(ada, 1, { review: 'held' })
  const [held] = (await waitingFor(ines, ada)).held
  await ines.client.reviewPicture({ params: { id: held!._id }, body: { shown: true } })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const [settled] = await world.deps.db.transaction().execute(async (tx) => {
    const [main] = await lockPictures(tx, ada.user._id)
    await savePicture(tx, ada.user._id, main!.public_id, { alt: 'On the pier' })
    await writePictures(tx, ada.user._id, world.deps.clock.now())
    const settling = settleReviews(world)
    await until(async () => (await world.query(waiting)).rowCount === 1)
    return [settling]
  })
  await settled
  const { pictures } = (await ada.client.getProfile()).userData.user
  expect(pictures.map(({ alt, review }) => [alt, review])).toEqual([
    ['On the pier', 'shown'],
    ['', 'shown'],
  ])
})

test('a member reads why their photo was rejected, in the app and by email', async () => {
  const world = await startWorld()
  const [ada, ines] = [await world.dater(), await world.administrator()]
  await world.picture(ada, 1, { review: 'held' })
  const [held] = (await waitingFor(ines, ada)).held
  const body = { shown: false, problem: 'nudity', reason: 'See rule 4.' } as const
  await ines.client.reviewPicture({ params: { id: held!._id }, body })
  await settleReviews(world)
  const mail = (await world.mailsTo(ada.email, 2))[1]!
  expect(mail.subject).toMatch(/^We couldn’t approve one of your photos/)
  expect(mail.text).toMatch(/It shows nudity\.\s+Reason: See rule 4\./)
  expect(mail.text).not.toContain('someone else will review')
  expect((await ada.client.getProfile()).userData.user.pictures).toMatchObject([
    { review: 'shown' },
    { review: 'refused' },
  ])
})

test('a data export has everything about its member, once, and nothing about others', async () => {
  const world = await anyWorld()
  const [ada, ben] = [await world.dater({}, { bio: 'CANARY-MINE' }), await world.dater({ firstName: 'Ben' })]
  const id = await world.matched(ada, ben)
  await ada.client.sendMessage({ params: { id }, body: { clientId: 'client-1', text: 'Said by me' } })
  await ben.client.sendMessage({ params: { id }, body: { clientId: 'client-2', text: 'Said by Ben' } })
  await ben.client.createReport({
    body: { problem_type: 'Harassment', description: 'About Ada, by Ben.', userId: ada.user._id },
  })
  await ada.client.exportOwnData()
  const mail = (await world.mailsTo(ada.email, 2)).find(({ subject }) => subject.includes('is ready'))!
  const get = () =>
    world.request('/api/v1/auth/export/file', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: tokenIn(mail) }),
    })
  const answer = await get()
  const text = strFromU8(unzipSync(new Uint8Array(await answer.arrayBuffer()))['data.json']!)
  expect(text).toContain('CANARY-MINE')
  expect(text).toContain('Said by me')
  expect(text).not.toMatch(/Said by Ben|About Ada/)
  expect((await get()).status).toBe(400)
})
