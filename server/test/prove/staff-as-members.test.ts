import { staffRoles, type StaffRole } from '@kindred/contract'
import { afterAll, expect, test } from 'vitest'
import { observe, type Between, type CallName } from '../observed.ts'
import type { Person } from '../people.ts'
import { photoOf, uploadTo } from '../pictures.ts'
import { SECRET } from '../processes.ts'
import { cloneDatabase, startWorld } from '../world.ts'

// On members' routes, staff get the same responses as members. For each role, a world is copied, and the viewer
// gets the role in the copy and requests every route available to members.

const roles = staffRoles.filter((role) => role !== 'administrator')
const env = { TOKEN_SECRET: SECRET }

/** Routes of both members and staff, whose responses depend on the role. */
const forBoth = new Set<CallName>([
  'getReport',
  'replyToReport',
  'getReportConversation',
  'getReportReplies',
  'createReport',
  'listMyReports',
])

/** Masks an account's own role in a response. */
const withoutOwnRole = (line: string): string =>
  line
    .replaceAll(/"staffRole":"\w+"/g, '"staffRole":null')
    .replaceAll(/"(requiresProfileCompletion|onboardingComplete)":\w+/g, '"$1":"OWN"')

async function prepare(withProfile: boolean) {
  const database = await cloneDatabase()
  const world = await startWorld({ databaseUrl: database.url, env, eavesdrop: false })
  const viewer = await (withProfile ? world.dater({ firstName: 'Ada' }) : world.member({ firstName: 'Ada' }))
  const other = await world.dater(
    { firstName: 'Ben' },
    { bio: 'Rows before breakfast.', basics: { religion: 'Quaker' } },
  )
  const bystander = await world.dater({ firstName: 'Cleo' })
  await world.picture(other, 1, { audience: 'matches' })
  await other.client.setPrivacy({ body: { hideAge: true, hideDistance: true } })
  await world.setState(await world.dater({ firstName: 'Gone' }), 'banned')
  const questionId = (await viewer.client.listQuestions()).data.questions[0]!._id
  const reported = await viewer.client.createReport({
    body: { problem_type: 'Harassment', description: 'Was rude to me in a message.' },
  })
  const nobody = '00000000-0000-4000-8000-00000000000a'
  const between: Between = {
    viewer,
    other,
    bystander,
    questionId,
    reportId: reported.data.report._id,
    matchId: nobody,
    messageId: nobody,
    ownId: nobody,
  }
  await world.stop()
  return { between, name: new URL(database.url).pathname.slice(1), drop: database.drop }
}

const starts = new Map<boolean, ReturnType<typeof prepare>>()
afterAll(async () => {
  for (const start of starts.values()) await (await start).drop()
})
const startOf = (withProfile: boolean) => {
  const start = starts.get(withProfile) ?? prepare(withProfile)
  starts.set(withProfile, start)
  return start
}

/** The responses to the viewer in a copy of the world, with or without a role. */
async function answersFor(withProfile: boolean, role: StaffRole | null) {
  const { between, name } = await startOf(withProfile)
  const copy = await cloneDatabase(name)
  const world = await startWorld({ databaseUrl: copy.url, env, eavesdrop: false })
  await world.query(`update accounts set last_active_at = now()`)
  await world.query(
    `update accounts set staff_role = ${role ? `'${role}'` : 'null'} where id = '${between.viewer.user._id}'`,
  )
  const again = (person: Person): Person => ({ ...person, client: world.client(person.token) })
  const known = new Set((JSON.stringify(between).match(/[0-9a-f-]{36}/g) ?? []) as string[])
  const calls = await observe(world, { ...between, viewer: again(between.viewer) }, known)
  await world.stop()
  await copy.drop()
  return calls.filter(({ call }) => !forBoth.has(call)).map(({ line }) => withoutOwnRole(line))
}

const members = new Map<boolean, ReturnType<typeof answersFor>>()
const memberAnswers = (withProfile: boolean) => {
  const answers = members.get(withProfile) ?? answersFor(withProfile, null)
  members.set(withProfile, answers)
  return answers
}

// Rights don't depend on the profile, so a single role does without one.
test.each([...roles.map((role) => [role, 'with'] as const), ['moderator', 'without'] as const])(
  'a %s %s a profile gets the bytes that a stranger gets',
  async (role, profile) => {
    const withProfile = profile === 'with'
    const [seen, expected] = [await answersFor(withProfile, role), await memberAnswers(withProfile)]
    expect(seen.filter((line, at) => line !== expected[at])).toEqual([])
    expect(seen).toHaveLength(expected.length)
  },
  120_000,
)

test('staff see a photo by the address of a member’s call only as members do', async () => {
  const world = await startWorld()
  const ben = await world.dater({ firstName: 'Ben' })
  const publicId = await uploadTo(world, ben, await photoOf(1))
  await ben.client.uploadProfilePicture({ body: { imageData: { publicId } } })
  for (const role of roles) {
    const mara = await world.dater({ firstName: 'Mara' })
    await world.query(`update accounts set staff_role = '${role}' where id = '${mara.user._id}'`)
    const address = (await mara.client.getPerson({ params: { id: ben.user._id } })).data.user.profilePicture!
    const status = async () => [role, (await world.request(address)).status]
    expect(await status()).toEqual([role, 200])
    await ben.client.block({ body: { userId: mara.user._id } })
    expect(await status()).toEqual([role, 404])
    // The back office has different photo URLs.
    if (role === 'analyst') continue
    const { user } = (await mara.client.getUser({ params: { id: ben.user._id } })).data
    expect((await world.request(user.profilePicture!)).status).toBe(200)
    await world.setState(mara, 'suspended')
    expect((await world.request(user.profilePicture!)).status).toBe(404)
  }
})

test('only administrators list more than 100 people, and only they aren’t limited in a day', async () => {
  const world = await startWorld({ env: { RATE_LIMIT: 'on' } })
  const [ada, ...staff] = [await world.dater(), ...(await Promise.all(roles.map((role) => world.staff(role))))]
  for (const { client } of staff) {
    await expect(client.listPeople({ query: { limit: '101' } })).rejects.toMatchObject({ status: 400 })
    await expect(client.getPerson({ params: { id: ada.user._id } })).rejects.toMatchObject({
      status: 403,
      code: 'profile_incomplete',
    })
  }
})

test('an administrator’s look at one person is recorded, by whatever call', async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  const looks = async (id: string) =>
    (await ines.client.listAudit({ query: { subject: id, action: 'account.viewed' } })).data.entries
  const calls: ((id: string) => Promise<unknown>)[] = [
    (id) => ines.client.getPerson({ params: { id } }),
    (id) => ines.client.getUser({ params: { id } }),
    (id) => ines.client.getUserFigures({ params: { id } }),
    (id) => ines.client.listDecisions({ params: { id } }),
    (id) => ines.client.listLinksOf({ params: { id } }),
    (id) => ines.client.getLegalHold({ params: { id } }),
    (id) => ines.client.listInvoicesOf({ params: { id } }),
  ]
  for (const look of calls) {
    const person = await world.dater()
    await look(person.user._id)
    const entry = { actor: { _id: ines.user._id }, subject: { _id: person.user._id } }
    expect([String(look), await looks(person.user._id)]).toMatchObject([String(look), [entry]])
  }
  // Each request on a member’s route has an entry; the requests of one page in the back office share an entry.
  const ada = await world.dater()
  await ines.client.getPerson({ params: { id: ada.user._id } })
  await ines.client.getPerson({ params: { id: ada.user._id } })
  await ines.client.getUserFigures({ params: { id: ada.user._id } })
  await ines.client.listDecisions({ params: { id: ada.user._id } })
  expect(await looks(ada.user._id)).toHaveLength(2)
})

test('an administrator gets no photo from members’ calls that is for matches only', async () => {
  const world = await startWorld()
  const [ines, ada] = [await world.administrator(), await world.dater()]
  const { public_id } = await world.picture(ada, 1, { audience: 'matches' })
  const { user } = (await ines.client.getPerson({ params: { id: ada.user._id } })).data
  const [listed] = (await ines.client.listPeople()).data.users.filter(({ _id }) => _id === ada.user._id)
  const [found] = (await ines.client.searchPeople({ query: { gender: 'woman' } })).data.users
  for (const seen of [user, listed, found]) {
    expect(seen).toMatchObject({ _id: ada.user._id, pictures: [{}], voice: null })
    expect(JSON.stringify(seen)).not.toContain(public_id)
  }
})
