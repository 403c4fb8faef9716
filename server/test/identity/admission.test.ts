import { api, isForStaff, type Admission, type Route } from '@kindred/contract'
import { expect, onTestFinished, test } from 'vitest'
import { days } from '../../src/infra/clock.ts'
import { confirm, invitationBy, restrict } from '../admitting.ts'
import { urlOf } from '../addresses.ts'
import { startProviders } from '../fake-providers.ts'
import { tokenIn } from '../outbox.ts'
import { registration } from '../people.ts'
import { inFuture } from '../../../scripts/present.ts'
import { proof } from '../proofs.ts'
import { shared, startWorld, until, type World } from '../world.ts'
import { invited } from '../admission-steps.ts'

const anyWorld = shared(async () => {
  const world = await startWorld()
  return { world, ines: await world.administrator() }
})

/** A world with these rules until the end of the test, because only those who meet them can join. */
async function restricted(admission: Admission) {
  const { world, ines } = await anyWorld()
  await restrict(world, admission, ines)
  onTestFinished(async () => void (await restrict(world, undefined, ines)))
  return { world, ines }
}

const refusedFor = (path: string) => ({ status: 400, code: 'invalid_request', details: { errors: [{ path }] } })

const byTwo = async (join: 'either' | 'both', { code, domain }: { code: boolean; domain: boolean }) => {
  const { world, ines } = await restricted({ join, domains: ['campus.example'] })
  const invitation = code ? (await invitationBy(ines)).code : undefined
  const email = registration().email.replace('people', domain ? 'campus' : 'home')
  const person = await world.newcomer({ email, ...(invitation ? { invitation } : {}) })
  return (await confirm(world, person)).user
}

async function outsider(world: World) {
  const person = await world.member()
  await world.query(`update accounts set admission = 'joining' where id = '${person.user._id}'`)
  return person
}

/** The error code for a request whose body is always invalid, so that an admitted request does nothing. */
async function codeOf(world: World, route: Route, token: string) {
  const answer = await world.request(urlOf(route), {
    method: route.method,
    headers: { authorization: `Bearer ${token}`, ...(route.body ? { 'content-type': 'application/json' } : {}) },
    ...(route.body ? { body: '{"nothing that is asked for":1}' } : {}),
  })
  const isJson = answer.headers.get('content-type')?.includes('json')
  return isJson ? ((await answer.json()) as { code?: string }).code : undefined
}

test('without rules, everything about joining is as before, whatever code someone brings', async () => {
  const { world } = await anyWorld()
  const joined = await invited(world, 'NOT-A-CODE')
  expect(joined.user).not.toHaveProperty('admission')
  const { client, user } = await world.member()
  expect((await client.getProfile()).userData.user).not.toHaveProperty('admission')
  expect((await client.getAdmission()).data.admission).toBeNull()
  expect((await world.client().getStatus()).settings).not.toHaveProperty('admission')
  const ids = [joined.user._id, user._id]
  const { rows } = await world.query(`select from admissions where account_id in ('${ids.join(`', '`)}')`)
  expect(rows).toEqual([])
})

test('by invitation, a code lets exactly its limit of people join, and each refusal says why', async () => {
  const world = await startWorld()
  const ines = await restrict(world, { join: 'invitation' })
  expect((await world.client().getStatus()).settings.admission).toEqual({ join: 'invitation' })
  await expect(invited(world)).rejects.toMatchObject({ ...refusedFor('invitation'), message: /need an invitation/ })
  await expect(invited(world, 'AAAA-AAAA-AAAA')).rejects.toMatchObject({
    message: expect.stringMatching(/isn’t right/),
  })

  const { code, _id } = await invitationBy(ines, { limit: 2, note: 'Spring party' })
  // People type codes in lower case, without hyphens, and with letters that look like digits.
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  await expect(world.client().checkInvitation({ body: { code: typed } })).resolves.toEqual({ done: true })
  const first = await invited(world, typed)
  expect(first.user.admission).toBe('joining')
  await invited(world, code)
  await expect(invited(world, code)).rejects.toMatchObject({ message: expect.stringMatching(/used up/) })
  expect((await ines.client.listInvitations()).data.invitations).toMatchObject([
    { _id, used: 2, limit: 2, note: 'Spring party', createdBy: 'Ines Marlowe', revokedAt: null },
  ])

  const expiresAt = inFuture(days(2)).toISOString()
  const short = await invitationBy(ines, { expiresAt })
  world.turnClock(days(3))
  await expect(invited(world, short.code)).rejects.toMatchObject({ message: expect.stringMatching(/expired/) })
})

test('an ended code lets no one else join, and those who used it stay', async () => {
  const { world, ines } = await restricted({ join: 'invitation' })
  const { code, _id } = await invitationBy(ines, { limit: 5 })
  const person = await world.newcomer({ invitation: code } as object)
  await ines.client.revokeInvitation({ params: { id: _id } })
  await expect(ines.client.revokeInvitation({ params: { id: _id } })).rejects.toMatchObject({ status: 409 })
  await expect(invited(world, code)).rejects.toMatchObject({ message: expect.stringMatching(/no longer valid/) })
  const { user } = await confirm(world, person)
  expect(user).not.toHaveProperty('admission')
})

test('a taken address doesn’t use up a code', async () => {
  const { world, ines } = await restricted({ join: 'invitation' })
  const { code } = await invitationBy(ines, { limit: 1 })
  const taken = await world
    .client()
    .register({ body: { ...registration(), email: ines.email, invitation: code } })
    .catch((error: unknown) => error)
  expect(taken).toMatchObject({ code: 'already_exists' })
  await expect(invited(world, code)).resolves.toBeTruthy()
})

test('an address at one of the domains counts once it is confirmed', async () => {
  const { world } = await restricted({ join: 'domain', domains: ['campus.example', '*.lab.example'] })
  await expect(invited(world)).rejects.toMatchObject({ ...refusedFor('email'), message: /only with an email address/ })
  for (const email of ['ada@lab.example', 'ada@evilcampus.example', 'ada@campus.example.org'])
    await expect(invited(world, undefined, { email })).rejects.toMatchObject(refusedFor('email'))
  const ada = await world.newcomer({ email: 'ada@Campus.Example' })
  expect(ada.user.admission).toBe('joining')
  expect((await ada.client.getAdmission()).data.admission).toMatchObject({
    state: 'joining',
    join: 'domain',
    domains: ['campus.example', '*.lab.example'],
    steps: [
      { kind: 'email', done: false },
      { kind: 'domain', done: false },
    ],
  })
  expect((await confirm(world, ada)).user).not.toHaveProperty('admission')
  const ben = await world.newcomer({ email: 'ben@cell.lab.example' })
  expect((await confirm(world, ben)).user).not.toHaveProperty('admission')
})

test('a corrected address counts instead of the first, and a later address doesn’t take anyone out', async () => {
  const { world } = await restricted({ join: 'domain', domains: ['campus.example'] })
  const ada = await world.newcomer({ email: 'cleo.typo@campus.example' })
  await ada.client.correctEmail({ body: { email: 'cleo@elsewhere.example' } })
  await confirm(world, { ...ada, email: 'cleo@elsewhere.example' })
  expect((await ada.client.getProfile()).userData.user.admission).toBe('joining')
  // A new address is confirmed by its own link.
  await ada.client.changeEmail({ body: { email: 'cleo@campus.example', password: ada.password } })
  const link = tokenIn((await world.mailsTo('cleo@campus.example')).at(-1)!)
  await ada.client.confirmEmail({ body: { token: link } })
  expect((await ada.client.getProfile()).userData.user).not.toHaveProperty('admission')
  await ada.client.changeEmail({ body: { email: 'cleo@home.example', password: ada.password } })
  await ada.client.confirmEmail({ body: { token: tokenIn((await world.mailsTo('cleo@home.example')).at(-1)!) } })
  expect((await ada.client.getProfile()).userData.user).not.toHaveProperty('admission')
})

test.each([
  { join: 'either' as const, code: true, domain: false },
  { join: 'either' as const, code: false, domain: true },
  { join: 'both' as const, code: true, domain: true },
])('by $join, with a code: $code, at the domain: $domain, people get in', async ({ join, ...has }) => {
  expect(await byTwo(join, has)).not.toHaveProperty('admission')
})

test.each([
  { join: 'either' as const, code: false, domain: false },
  { join: 'both' as const, code: true, domain: false },
  { join: 'both' as const, code: false, domain: true },
])('by $join, with a code: $code, at the domain: $domain, people are refused', async ({ join, ...has }) => {
  await expect(byTwo(join, has)).rejects.toMatchObject({ status: 400 })
})

test('someone who joins with Google brings a code along, or enters it afterwards', async () => {
  const outside = await startProviders()
  const world = await startWorld({ env: outside.env })
  const ines = await restrict(world, { join: 'invitation' })
  const google = async (email: string, invitation?: string) => {
    const { address } = (await world.client().startProvider({ params: { provider: 'google' } })).data
    const nonce = new URL(address).searchParams.get('nonce')!
    const tokenId = await outside.googleToken(nonce, { email, sub: email })
    return (await world.client().google({ body: { tokenId, ...(invitation ? { invitation } : {}) } })).data
  }
  const { code } = await invitationBy(ines, { limit: 2 })
  await expect(google('mira@gmail.com', 'AAAA-AAAA-AAAA')).rejects.toMatchObject({ status: 400 })
  expect((await google('mira@gmail.com', code)).user).not.toHaveProperty('admission')
  // The account exists now, so a code changes nothing.
  expect((await google('mira@gmail.com', code)).user).not.toHaveProperty('admission')

  const late = await google('noor@gmail.com')
  expect(late.user.admission).toBe('joining')
  const noor = world.client(late.token)
  await noor.setConsent({ params: { kind: 'terms' }, body: { given: true } })
  await expect(noor.enterInvitation({ body: { code: 'AAAA' } })).rejects.toMatchObject(refusedFor('invitation'))
  expect((await noor.enterInvitation({ body: { code } })).data.admission).toBeNull()
  await expect(noor.enterInvitation({ body: { code } })).rejects.toMatchObject({ status: 400 })
  expect((await ines.client.listInvitations()).data.invitations).toMatchObject([{ used: 2 }])
})

test('people who aren’t let in see no one, are seen by no one, and are refused exactly the members’ routes', async () => {
  const { world } = await anyWorld()
  const ben = await world.dater({ firstName: 'Ben' })
  const ada = await world.dater()
  await world.query(`update accounts set admission = 'joining' where id = '${ada.user._id}'`)
  const finds = async () =>
    (await ben.client.discover({ query: { limit: '100' } })).data.people.some(({ user }) => user._id === ada.user._id)
  expect(await finds()).toBe(false)
  await expect(ben.client.getPerson({ params: { id: ada.user._id } })).rejects.toMatchObject({ status: 404 })
  await expect(ben.client.choose({ body: { userId: ada.user._id, action: 'like' } })).rejects.toMatchObject({
    status: 404,
  })

  const refused: string[] = []
  const routes = (Object.entries(api) as [string, Route][]).filter(
    ([, { access }]) => access !== 'anyone' && !isForStaff(access),
  )
  for (const [name, route] of routes) {
    const endsSession = route.method !== 'GET' && !route.body
    const { token } = endsSession ? await outsider(world) : ada
    if ((await codeOf(world, route, token)) === 'admission_required') refused.push(name)
  }
  const expected = routes.filter(([, { access, beforeTerms }]) => access === 'member' && beforeTerms !== 'everyone')
  expect(refused.toSorted()).toEqual(expected.map(([name]) => name).toSorted())
  expect(refused).toEqual(
    expect.arrayContaining([
      'discover',
      'choose',
      'sendMessage',
      'searchPeople',
      'getPerson',
      'listLikes',
      'createSubscription',
    ]),
  )
  expect(refused).not.toEqual(expect.arrayContaining(['getAdmission']))
  proof(`${routes.length} calls tried by someone who isn’t let in: ${refused.length} refused`)

  // The account can be completed, exported and deleted.
  await ada.client.editProfile({ body: { bio: 'I climb.' } })
  await ada.client.exportOwnData()
  await world.query(`update accounts set admission = null where id = '${ada.user._id}'`)
  expect(await finds()).toBe(true)
}, 120_000)

test('once the operator opens the doors, everyone who was waiting is in', async () => {
  const world = await startWorld()
  const ines = await restrict(world, { join: 'domain', domains: ['campus.example'] })
  const ada = await world.newcomer({ email: 'ada@campus.example' })
  expect(ada.user.admission).toBe('joining')
  await world.query(`update accounts set email_verified_at = now() where id = '${ada.user._id}'`)
  await restrict(world, undefined, ines)
  await until(async () => !('admission' in (await ada.client.getProfile()).userData.user))
  // People who joined before the doors close stay.
  const { version } = (await ines.client.getConfiguration()).data
  expect(version).toBe(2)
  await restrict(world, { join: 'invitation' }, ines)
  expect((await ada.client.getProfile()).userData.user).not.toHaveProperty('admission')
})

test('only administrators and moderators make and end codes, and the log doesn’t contain them', async () => {
  const { world } = await anyWorld()
  const [helen, anna, mara] = [
    await world.staff('support'),
    await world.staff('analyst'),
    await world.staff('moderator'),
  ]
  await restricted({ join: 'invitation' })
  for (const { client } of [helen, anna]) {
    await expect(client.listInvitations()).rejects.toMatchObject({ code: 'forbidden' })
    await expect(client.createInvitation({ body: { limit: 1 } })).rejects.toMatchObject({ code: 'forbidden' })
  }
  const { code, _id } = await invitationBy(mara, { limit: 3 })
  await mara.client.revokeInvitation({ params: { id: _id } })
  const { rows } = await world.query(
    `select action, details from audit_log join audit_contents on audit_id = id where action like 'invitation.%' and audit_log.actor_id = '${mara.user._id}' order by id`,
  )
  expect(rows).toEqual([
    { action: 'invitation.made', details: { invitation: _id, limit: 3 } },
    { action: 'invitation.ended', details: { invitation: _id } },
  ])
  expect(JSON.stringify(rows)).not.toContain(code)
})

test('rules that no one could fulfil aren’t saved', async () => {
  const { world, ines } = await anyWorld()
  await expect(restrict(world, { join: 'domain' }, ines)).rejects.toMatchObject({
    details: { errors: [{ path: 'configuration.admission.domains' }] },
  })
  for (const domain of ['campus', '*.example', '@campus.example', 'Campus.example', 'a b.example'])
    await expect(restrict(world, { join: 'domain', domains: [domain] }, ines)).rejects.toMatchObject({ status: 400 })
})
