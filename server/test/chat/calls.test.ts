import type { ServerEvent } from '@kindred/contract'
import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { endMissedCalls } from '../../src/features/chat/index.ts'
import { cleanUp } from '../../src/features/chat/jobs.ts'
import { seconds } from '../../src/infra/clock.ts'
import type { Person } from '../people.ts'
import { shared, startWorld, until, type World } from '../world.ts'

const TURN_SECRET = 'dfb29bf01c6a4c7e9d3e'
const started = shared(() => startWorld({ env: { TURN_URLS: 'turn:turn.kindred.example:3478', TURN_SECRET } }))
let world: World

const ask = async ({ client }: Person, id: string) => (await client.askForCall({ params: { id } })).data

async function calling() {
  const { ada, ben, id } = await world.talking()
  const { callId } = await ask(ada, id)
  const params = { id, callId }
  await ben.client.acceptCall({ params })
  return { ada, ben, id, params }
}

/** A refused request: not found, not allowed or too late. */
const refused = { status: expect.toSatisfy((status) => [403, 404, 409].includes(status)) }
const isCall = (event: ServerEvent, step: string) => event.type === 'call' && event.step === step

const lines = async ({ client }: Person, id: string) =>
  (await client.listMessages({ params: { id } })).data.messages.map(({ call, text, senderId }) => ({
    call,
    text,
    senderId,
  }))

describe('calls', () => {
  beforeAll(async () => {
    world = await started()
  })

  test('the person who is called learns whether it is a video call', async () => {
    const { ada, ben, id } = await world.talking()
    const { received } = await world.listen(ben.token)
    const kinds: unknown[] = []
    for (const withVideo of [true, undefined]) {
      const body = withVideo ? { withVideo } : {}
      const { callId } = (await ada.client.askForCall({ params: { id }, body })).data
      const asked = await until(() =>
        received.find((event) => isCall(event, 'asked') && 'callId' in event && event.callId === callId),
      )
      kinds.push('kind' in asked ? asked.kind : 'none')
      await ada.client.endCall({ params: { id, callId } })
    }
    expect(kinds).toEqual(['video', 'none'])
  })

  test('a call begins only when the other person accepts it, and both browsers then reach each other', async () => {
    const { ada, ben, id } = await world.talking()
    const [hers, his] = [await world.listen(ada.token), await world.listen(ben.token)]
    const asked = await ask(ada, id)
    const { callId } = asked
    // If callers got relays before an answer, anyone could use them through unanswered calls.
    expect(asked).toEqual({ callId })
    const params = { id, callId }
    await until(() =>
      his.received.find((event) => isCall(event, 'asked') && 'callId' in event && event.callId === callId),
    )
    // Before Ben accepts, nothing is relayed, and Ada can't accept for him.
    await expect(ada.client.signalCall({ params, body: { data: 'offer' } })).rejects.toMatchObject({ status: 404 })
    await expect(ada.client.keepCall({ params })).rejects.toMatchObject({ status: 404 })
    await expect(ada.client.acceptCall({ params })).rejects.toMatchObject({ status: 409 })
    await ben.client.acceptCall({ params })
    await until(() => hers.received.find((event) => isCall(event, 'accepted')))
    const { servers } = (await ada.client.keepCall({ params })).data
    await ada.client.signalCall({ params, body: { data: 'an offer' } })
    await until(() =>
      his.received.find((event) => isCall(event, 'signal') && 'data' in event && event.data === 'an offer'),
    )
    await expect(ben.client.acceptCall({ params })).rejects.toMatchObject({ status: 409 })
    await ada.client.endCall({ params })
    await ada.client.endCall({ params })
    await until(() => his.received.find((event) => isCall(event, 'ended')))
    expect(await lines(ben, id)).toEqual([])
    const [relay] = servers.relays
    expect(relay!.urls).toEqual(['turn:turn.kindred.example:3478'])
    expect(relay!.credential).toBe(createHmac('sha1', TURN_SECRET).update(relay!.username).digest('base64'))
  })

  test('a call lasts two hours at most, and so do the credentials for its relays, whenever they are asked for', async () => {
    const { ada, ben, id, params } = await calling()
    const { rows } = await world.query(`select accepted_at from calls where id = '${params.callId}'`)
    const ends = (rows[0] as { accepted_at: Date }).accepted_at.getTime() + 2 * 3_600_000
    const endOfCredentials = async () => {
      const [relay] = (await ada.client.keepCall({ params })).data.servers.relays
      return Number(relay!.username.split(':')[0])
    }
    expect(await endOfCredentials()).toBe(Math.floor(ends / 1000))
    await world.query(`update calls set accepted_at = accepted_at - interval '1 hour' where id = '${params.callId}'`)
    expect(await endOfCredentials()).toBe(Math.floor(ends / 1000) - 3600)
    await world.query(`update calls set accepted_at = accepted_at - interval '1 hour' where id = '${params.callId}'`)
    await expect(ada.client.keepCall({ params })).rejects.toMatchObject({ status: 404 })
    await expect(ben.client.signalCall({ params, body: { data: 'x' } })).rejects.toMatchObject({ status: 404 })
    expect((await ask(ben, id)).callId).not.toBe(params.callId)
  })

  test('a call that is declined or not answered leaves the same quiet line', async () => {
    const { ada, ben, id } = await world.talking()
    const first = await ask(ada, id)
    await ben.client.endCall({ params: { id, callId: first.callId } })
    await ask(ada, id)
    await expect(ask(ben, id)).rejects.toMatchObject({ code: 'conflict' })
    world.turnClock(seconds(40))
    // If both browsers were closed, the next call ends the previous one.
    const third = await ask(ben, id)
    await expect(ada.client.acceptCall({ params: { id, callId: first.callId } })).rejects.toMatchObject({ status: 409 })
    const missed = { call: 'missed', text: null, senderId: ada.user._id }
    expect(await lines(ben, id)).toEqual([missed, missed])
    // Staff see in a report that they were calls.
    const body = { problem_type: 'Harassment', description: 'Calls me all night.', userId: ada.user._id } as const
    const params = { id: (await ben.client.createReport({ body })).data.report._id }
    const ines = await world.administrator()
    const { evidence } = (await ines.client.getReportEvidence({ params, reason: 'To decide.' })).data
    expect(evidence.content.messages.map(({ from }) => from)).toEqual(['call', 'call'])
    await ben.client.endCall({ params: { id, callId: third.callId } })
    await world.query(`update calls set asked_at = asked_at - interval '2 days' where match_id = '${id}'`)
    await cleanUp(world.deps)
    expect(await lines(ada, id)).toHaveLength(3)
    const [match] = (await ada.client.listMatches()).data.matches
    expect(match!.lastMessage).toMatchObject({ call: true, text: '' })
  })

  test('a call that no one answered or ended is missed within a minute, once', async () => {
    const { ada, ben, id } = await world.talking()
    await ben.client.readNotifications({ body: {} })
    await ask(ada, id)
    await endMissedCalls(world.deps)
    expect(await lines(ben, id)).toEqual([])
    world.turnClock(seconds(36))
    const { received } = await world.listen(ben.token)
    await world.query('alter table messages add constraint fall check (false) not valid')
    await expect(endMissedCalls(world.deps)).rejects.toThrow('fall')
    await world.query('alter table messages drop constraint fall')
    await Promise.all([endMissedCalls(world.deps), endMissedCalls(world.deps)])
    await endMissedCalls(world.deps)
    expect(await lines(ben, id)).toEqual([{ call: 'missed', text: null, senderId: ada.user._id }])
    const unread = (await ben.client.listNotifications()).data.notifications.filter(({ read }) => !read)
    expect(unread).toMatchObject([{ link: `/chat/${id}`, count: 1 }])
    await until(() => received.find((event) => isCall(event, 'ended')))
    await until(() => received.find(({ type }) => type === 'message.sent'))
  })

  test('the search for missed calls leaves an accepted call alone', async () => {
    const { ada, params } = await calling()
    world.turnClock(seconds(50))
    await endMissedCalls(world.deps)
    expect((await ada.client.keepCall({ params })).data.servers.relays).toHaveLength(1)
  })

  test('two people who both ask several times at the same moment begin one call', async () => {
    const { ada, ben, id } = await world.talking()
    const all = await Promise.allSettled([ada, ben, ada, ben, ada, ben].map((person) => ask(person, id)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await world.query(`select from calls where match_id = '${id}'`)).rowCount).toBe(1)
  })

  test('a member in a call is refused another, and a caller hears it ring until the call is missed', async () => {
    const { ada, ben, id, params } = await calling()
    const [cleo, dora] = [await world.dater({ firstName: 'Cleo' }), await world.dater({ firstName: 'Dora' })]
    const [withCleo, withDora] = [await world.matched(ada, cleo), await world.matched(ada, dora)]
    for (const where of [withCleo, withDora])
      await expect(ask(ada, where)).rejects.toMatchObject({ status: 409, message: 'You’re already in a call.' })
    const hers = await world.listen(ada.token)
    const [quiet, free] = [await ask(cleo, withCleo), await ask(dora, await world.matched(dora, cleo))]
    expect([Object.keys(quiet), Object.keys(free)]).toEqual([['callId'], ['callId']])
    const theirs = { id: withCleo, callId: quiet.callId }
    await expect(ada.client.acceptCall({ params: theirs })).rejects.toMatchObject({ status: 409 })
    await ada.client.keepCall({ params })
    await ben.client.endCall({ params })
    await until(() => hers.received.find((event) => isCall(event, 'ended')))
    expect(hers.received.filter((event) => isCall(event, 'asked'))).toEqual([])
    await cleo.client.endCall({ params: theirs })
    expect(await lines(ada, withCleo)).toEqual([{ call: 'missed', text: null, senderId: cleo.user._id }])
    // Someone who calls two people at the same moment begins only one call.
    const both = await Promise.allSettled([ask(ada, id), ask(ada, withDora)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  test('no one else can join, signal or end a call', async () => {
    const { ada, ben, id, params } = await calling()
    const eve = await world.dater({ firstName: 'Eve' })
    const hers = await world.matched(eve, ada)
    for (const where of [params, { ...params, id: hers }]) {
      await expect(eve.client.signalCall({ params: where, body: { data: 'x' } })).rejects.toMatchObject({ status: 404 })
      await expect(eve.client.keepCall({ params: where })).rejects.toMatchObject({ status: 404 })
      await expect(eve.client.acceptCall({ params: where })).rejects.toMatchObject(refused)
    }
    await expect(eve.client.endCall({ params })).rejects.toMatchObject({ status: 404 })
    await eve.client.endCall({ params: { ...params, id: hers } })
    await ben.client.keepCall({ params })
    await expect(ask(eve, id)).rejects.toMatchObject({ status: 404 })
    await expect(ada.client.signalCall({ params, body: { data: 'x'.repeat(16_001) } })).rejects.toMatchObject({
      status: 400,
    })
  })

  test.each(['block', 'unmatch', 'ban', 'limit'])('a call is over with a %s', async (end) => {
    const { ada, ben, id, params } = await calling()
    await ben.client.keepCall({ params })
    if (end === 'block') await ada.client.block({ body: { userId: ben.user._id } })
    if (end === 'unmatch') await ada.client.unmatch({ params: { id } })
    if (end === 'ban') await world.setState(ada, 'banned')
    if (end === 'limit')
      await world.query(`update accounts set limited_until = now() + interval '1 year' where id = '${ben.user._id}'`)
    await expect(ben.client.keepCall({ params })).rejects.toMatchObject(refused)
    await expect(ben.client.signalCall({ params, body: { data: 'x' } })).rejects.toMatchObject(refused)
    await expect(ask(ben, id)).rejects.toMatchObject(refused)
  })

  test.each(['a block', 'their own block', 'an unmatch', 'a deletion', 'a deactivation', 'a ban'])(
    'after %s, the person who is left can end the call, and call others',
    async (end) => {
      const ines = await world.administrator()
      const { ada, ben, id, params } = await calling()
      const cleo = await world.dater({ firstName: 'Cleo' })
      const [withCleo, withDan] = [
        await world.matched(ben, cleo),
        await world.matched(ben, await world.dater({ firstName: 'Dan' })),
      ]
      if (end === 'a block') await ada.client.block({ body: { userId: ben.user._id } })
      if (end === 'their own block') await ben.client.block({ body: { userId: ada.user._id } })
      if (end === 'an unmatch') await ada.client.unmatch({ params: { id } })
      if (end === 'a deletion') await ada.client.deleteAccount({ body: { password: ada.password } })
      if (end === 'a deactivation')
        await ines.client.deactivateUser({ params: { id: ada.user._id }, body: { reason: 'Spam, again.' } })
      // As operators' commands do.
      if (end === 'a ban') await world.setState(ada, 'banned')
      const { callId } = await ask(ben, withDan)
      await ben.client.endCall({ params })
      await ben.client.endCall({ params: { id: withDan, callId } })
      expect((await ask(cleo, withCleo)).callId).toBeTruthy()
    },
  )

  test.each(['accepted', 'ringing'])('a call that is %s doesn’t go on after a block and its end', async (state) => {
    const { ada, ben, id } = await world.talking()
    const params = { id, callId: (await ask(ada, id)).callId }
    if (state === 'accepted') await ben.client.acceptCall({ params })
    await ada.client.block({ body: { userId: ben.user._id } })
    await ada.client.unblock({ params: { userId: ben.user._id } })
    await expect(ben.client.acceptCall({ params })).rejects.toMatchObject({ status: 404 })
    await expect(ben.client.signalCall({ params, body: { data: 'x' } })).rejects.toMatchObject({ status: 404 })
    await expect(ada.client.keepCall({ params })).rejects.toMatchObject({ status: 404 })
    expect((await ada.client.listMatches()).data.matches.map(({ _id }) => _id)).not.toContain(id)
  })
})

test('without relays, no one can call or answer before they have read that it shows their address', async () => {
  const direct = await startWorld()
  const { ada, ben, id } = await direct.talking()
  expect((await direct.client().getStatus()).settings.relays).toBe(false)
  expect((await (await started()).client().getStatus()).settings.relays).toBe(true)
  const refusal = { status: 403, message: expect.stringContaining('network address') }
  const body = { showsAddress: true } as const
  await expect(ada.client.askForCall({ params: { id } })).rejects.toMatchObject(refusal)
  const { callId } = (await ada.client.askForCall({ params: { id }, body })).data
  const params = { id, callId }
  await expect(ben.client.acceptCall({ params })).rejects.toMatchObject(refusal)
  expect((await ben.client.acceptCall({ params, body })).data.servers.relays).toEqual([])
})
