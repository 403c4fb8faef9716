import {
  api,
  isForStaff,
  rightFor,
  rightsOfRole,
  staffRoles,
  type Access,
  type ErrorCode,
  type Route,
  type StaffAccess,
} from '@kindred/contract'
import { createHmac, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { urlOf } from '../addresses.ts'
import { inFuture, present } from '../../../scripts/present.ts'
import { proof } from '../proofs.ts'
import { shared, startWorld, type World } from '../world.ts'

// Requests every route of the contract as every kind of user. Expectations follow from the access that the contract
// declares; an access or kind of user without an expectation doesn't compile.

const anyWorld = shared(startWorld)
const secondFactorWorld = shared(() => startWorld({ env: { STAFF_2FA: 'required' } }))

const people = [
  'visitor',
  'unverified',
  'member',
  'deactivated',
  'administrator',
  'administrator without second factor',
] as const
type Who = (typeof people)[number]

/** The error code for a refused user, or null for an admitted one, whose input may still be refused. */
const expected: Record<Exclude<Access, StaffAccess> | 'staff', Record<Who, ErrorCode | null>> = {
  anyone: {
    visitor: null,
    unverified: null,
    member: null,
    deactivated: null,
    administrator: null,
    'administrator without second factor': null,
  },
  session: {
    visitor: 'signed_out',
    unverified: null,
    member: null,
    deactivated: null,
    administrator: null,
    'administrator without second factor': null,
  },
  account: {
    visitor: 'signed_out',
    unverified: null,
    member: null,
    deactivated: 'account_restricted',
    administrator: null,
    'administrator without second factor': null,
  },
  member: {
    visitor: 'signed_out',
    unverified: 'verification_required',
    member: null,
    deactivated: 'account_restricted',
    administrator: null,
    'administrator without second factor': null,
  },
  staff: {
    visitor: 'signed_out',
    unverified: 'forbidden',
    member: 'forbidden',
    deactivated: 'account_restricted',
    administrator: null,
    'administrator without second factor': 'second_factor_setup_required',
  },
}
const door = new Set<string>([
  'signed_out',
  'account_restricted',
  'verification_required',
  'forbidden',
  'second_factor_setup_required',
  'step_up_required',
])

async function tokenOf(world: World, who: Who): Promise<string | undefined> {
  if (who === 'visitor') return undefined
  if (who === 'unverified') return (await world.newcomer()).token
  const person = who.startsWith('administrator') ? await world.administrator() : await world.member()
  if (who === 'deactivated') await world.setState(person, 'deactivated')
  if (who === 'administrator') {
    await world.deps.db
      .updateTable('sessions')
      .set({ second_factor: true, factor_at: present() })
      .where('account_id', '=', person.user._id)
      .execute()
    await world.deps.db
      .insertInto('second_factors')
      .values({
        account_id: person.user._id,
        secret: Buffer.alloc(40),
        sealed_with: 'nothing',
        confirmed_at: present(),
      })
      .execute()
  }
  return person.token
}

/** Sends a body that is always invalid, so that an admitted request does nothing. */
const attempt = (world: World, route: Route, token: string | undefined) =>
  world
    .request(urlOf(route), {
      method: route.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(route.body ? { 'content-type': 'application/json' } : {}),
      },
      ...(route.body ? { body: '{"nothing that is asked for":1}' } : {}),
    })
    .then(async (answer) => {
      // A downloaded file has no code.
      const isJson = answer.headers.get('content-type')?.includes('json')
      const { code } = isJson ? ((await answer.json()) as { code?: string }) : {}
      return { status: answer.status, code }
    })

test.each(people)('every call admits or refuses %s as its contract says', async (who) => {
  const world = await secondFactorWorld()
  const wrong: string[] = []
  const usual = await tokenOf(world, who)
  for (const [name, route] of Object.entries(api) as [string, Route][]) {
    // Requests without a body may end the session, so each of them gets a new user.
    const mayAct = route.method !== 'GET' && (!route.body || name === 'logout')
    const { code } = await attempt(world, route, mayAct ? await tokenOf(world, who) : usual)
    const refusalCode = code !== undefined && door.has(code) ? code : null
    // An invalid refresh token is refused with the same code as a missing session.
    if (refusalCode === 'signed_out' && route.access === 'anyone') continue
    const due = expected[isForStaff(route.access) ? 'staff' : route.access][who]
    if (refusalCode !== due) wrong.push(`${name}: ${refusalCode} instead of ${due}`)
  }
  proof(`${Object.keys(api).length} calls tried as ${who}: admitted as the contract says`)
  expect(wrong).toEqual([])
})

test.each(staffRoles)('the calls of the back office admit the role %s as its rights say', async (role) => {
  const world = await anyWorld()
  const { token } = await world.staff(role)
  const calls = (Object.entries(api) as [string, Route][]).filter(([, { access }]) => isForStaff(access))
  const admitted: string[] = []
  for (const [name, route] of calls) {
    const { code } = await attempt(world, route, token)
    if (code !== 'forbidden') admitted.push(name)
  }
  const has = (access: Access) => rightsOfRole[role].some((right) => right === rightFor(access))
  expect(admitted).toEqual(calls.flatMap(([name, { access }]) => (has(access) ? [name] : [])))
  expect(admitted.includes('setRole')).toBe(role === 'administrator')
  expect(admitted.includes('decide')).toBe(role === 'administrator' || role === 'moderator')
  proof(`${calls.length} calls of the back office tried as ${role}: ${admitted.length} admitted`)
})

test('a call that needs a recent confirmation is refused without one', async () => {
  const world = await anyWorld()
  const { token, user } = await world.administrator()
  await world.deps.db
    .updateTable('sessions')
    .set({ elevated_at: inFuture(-16 * 60_000) })
    .where('account_id', '=', user._id)
    .execute()
  const steps = (Object.entries(api) as [string, Route][]).filter(([, route]) => route.stepUp)
  expect(steps.length).toBeGreaterThan(3)
  for (const [name, route] of steps)
    expect([name, (await attempt(world, route, token)).code]).toEqual([name, 'step_up_required'])
})

test('forged, altered and foreign access tokens are refused', async () => {
  const world = await anyWorld()
  const { token, user } = await world.member()
  const [header, payload, signature] = token.split('.') as [string, string, string]
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const key = world.deps.keys.of('access-token')[0]!
  const sign = (head: object, body: object, by: KeyObject | Buffer | string = key) => {
    const text = `${encode(head)}.${encode(body)}`
    return `${text}.${createHmac('sha256', by).update(text).digest('base64url')}`
  }
  const good = { alg: 'HS256', typ: 'at+jwt' }
  const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([known]) => known !== name))
  const flipped = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
  const other = await world.member()
  const forged = [
    ...[0, 5, 10, 20, 30].map((at) => `${flipped(header, at % header.length)}.${payload}.${signature}`),
    ...[0, 10, 20, 40, 60].map((at) => `${header}.${flipped(payload, at)}.${signature}`),
    ...[0, 7, 14, 21, 28, 35].map((at) => `${header}.${payload}.${flipped(signature, at)}`),
    `${header}.${payload}.`,
    `${header}.${payload}`,
    `.${payload}.${signature}`,
    `${header}..${signature}`,
    '',
    '..',
    'null',
    'undefined',
    `${token}.`,
    `${token}x`.slice(1),
    ...['none', 'None', 'HS384', 'HS512', 'RS256', 'ES256', ''].map((alg) => sign({ ...good, alg }, claims)),
    ...['JWT', 'jwt', 'rt+jwt', '', undefined].map((typ) => sign({ ...good, typ }, claims)),
    sign(good, claims, 'another secret'),
    sign(good, claims, ''),
    sign(good, claims, Buffer.from(signature, 'base64url')),
    sign(good, claims, world.deps.keys.of('refresh-token')[0]),
    ...['sub', 'sid', 'exp', 'iat'].map((name) => sign(good, without(name))),
    sign(good, { ...claims, exp: Math.floor(present().getTime() / 1000) - 1 }),
    sign(good, { ...claims, exp: '9999999999' }),
    sign(good, { ...claims, nbf: Math.floor(present().getTime() / 1000) + 600 }),
    sign(good, { ...claims, sub: other.user._id }),
    sign(good, { ...claims, sub: "' or 1=1 --" }),
    sign(good, { ...claims, sid: crypto.randomUUID() }),
    sign(good, { ...claims, sid: [claims['sid']] }),
    sign({ ...good, crit: ['exp'] }, claims),
    await new SignJWT({ sid: claims['sid'] as string })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', jwk: { kty: 'oct', k: 'AAAA' } } as never)
      .setSubject(user._id)
      .setExpirationTime('10m')
      .sign(Buffer.alloc(32)),
  ]
  expect(new Set(forged).size).toBeGreaterThanOrEqual(40)
  for (const bad of forged) {
    const answer = await world
      .request('/api/v1/auth/profile', { headers: { authorization: `Bearer ${bad}` } })
      .catch(() => ({ status: 'unsendable' }))
    expect([bad, answer.status]).toEqual([bad, expect.toSatisfy((status) => status === 401 || status === 'unsendable')])
  }
  proof(`${new Set(forged).size} forged or altered access tokens: all refused`)
  await expect(world.client(token).getProfile()).resolves.toBeTruthy()
})
