import type { Api, Client } from '@kindred/contract'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { inputOf } from '../deciding.ts'
import { inputs, observe, type Between, type CallName, type Watch } from '../observed.ts'
import { browserKeys, type Person } from '../people.ts'
import { recordingOf } from '../recordings.ts'
import { startWorld, type World } from '../world.ts'

// If growth tables are distributed over several servers, a request must not query all of them. This test runs with
// TEST_DATABASE=citus.

/** Routes that may query several shards, with the reasons. */
const acrossShards: Partial<Record<CallName, string>> = {
  searchMessages: 'It looks through all conversations of a member.',
  exportOwnData: 'It has everything that is known of a member.',
}

/** Records routes that ran a statement on several shards. */
function watching({ query }: World) {
  const wide = new Set<CallName>()
  const counted = async (): Promise<number> => {
    const { rows } = await query(
      `select query_execution_multi_shard::int as count from citus_stat_counters where name = current_database()`,
    )
    return (rows[0] as { count: number }).count
  }
  const watch: Watch = async (call, make) => {
    const before = await counted()
    try {
      return await make()
    } finally {
      if ((await counted()) > before) wide.add(call)
    }
  }
  const clientOf = (client: Client<Api>): Client<Api> =>
    new Proxy(client, {
      get: (calls, name) => {
        const call = name as keyof Client<Api>
        const make = calls[call] as (input?: unknown) => Promise<unknown>
        return (input?: unknown) => watch(call, () => make(input))
      },
    })
  const watched = (person: Person): Person => ({ ...person, client: clientOf(person.client) })
  return { wide, counted, watch, watched }
}

const post = (world: World, { token }: Person, path: string, body: FormData) =>
  world.request(path, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body })

const write = async ({ client }: Person, id: string, more: { text?: string; publicId?: string; replyTo?: string }) =>
  (await client.sendMessage({ params: { id }, body: { clientId: randomUUID(), ...more } })).data.message

/** People who know many others, so that each person's data is spread over several shards. */
async function acquainted(world: World, watched: (person: Person) => Person) {
  const people: Person[] = []
  for (const firstName of ['Ada', 'Ben', 'Cleo', 'Dora', 'Eve', 'Fay', 'Gus', 'Hal', 'Ivo'])
    people.push(watched(await world.dater({ firstName })))
  const [ada, ben, , , , ...others] = people as [Person, Person, Person, Person, Person, ...Person[]]
  const matches: string[] = []
  for (const other of [ben, ...others]) matches.push(await world.matched(ada, other))
  for (const other of others) await world.matched(ben, other)
  return { people, matches }
}

/** Lets two people use messages, photos, voice notes, reactions and calls in a conversation. */
async function talk(world: World, watch: Watch, [ada, ben]: [Person, Person], id: string) {
  const first = await write(ben, id, { text: 'Hello there' })
  const answer = await write(ada, id, { text: 'Hello back', replyTo: first._id })
  await ada.client.react({ params: { id, messageId: first._id }, body: { emoji: '👍' } })
  const { public_id: publicId } = await world.picture(ben, null as never)
  await world.deps.storage.put(`${publicId}/large.webp`, Buffer.from('picture'))
  const { picture } = await write(ben, id, { publicId })
  await ada.client.listMessages({ params: { id } })
  expect((await watch('getPicture', () => world.request(picture!.url))).status).toBe(200)
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(recordingOf(0.5))]), 'recording.wav')
  const path = `/api/v1/matches/${id}`
  const clientId = randomUUID()
  const sent = await watch('sendVoiceNote', () => post(world, ben, `${path}/voice-notes?clientId=${clientId}`, form))
  const { data } = (await sent.json()) as { data: { message: { _id: string } } }
  const headers = { authorization: `Bearer ${ada.token}` }
  const heard = await watch('getVoiceNote', () =>
    world.request(`${path}/messages/${data.message._id}/voice`, { headers }),
  )
  expect(heard.status).toBe(200)
  const gone = await write(ben, id, { text: 'Never mind' })
  await ben.client.deleteMessage({ params: { id, messageId: gone._id } })
  await ada.client.readMessages({ params: { id }, body: { seq: gone.seq } })
  const { callId } = (await ada.client.askForCall({ params: { id } })).data
  await ben.client.acceptCall({ params: { id, callId } })
  await ada.client.endCall({ params: { id, callId } })
  const missed = (await ada.client.askForCall({ params: { id } })).data
  await ada.client.endCall({ params: { id, callId: missed.callId } })
  return { messageId: first._id, ownId: answer._id }
}

/** Lets people like, pass, undo and unmatch. */
async function choose([ada, dora, eve, fay]: Person[], match: string) {
  await ada!.client.choose({ body: { userId: dora!.user._id, action: 'pass' } })
  await ada!.client.undoChoice()
  await ada!.client.choose({ body: { userId: dora!.user._id, action: 'like', note: 'Do you sail?' } })
  await ada!.client.undoChoice()
  await eve!.client.choose({ body: { userId: ada!.user._id, action: 'superlike' } })
  await ada!.client.listLikes()
  await ada!.client.getPerson({ params: { id: eve!.user._id } })
  await ada!.client.choose({ body: { userId: eve!.user._id, action: 'like' } })
  await fay!.client.unmatch({ params: { id: match }, body: { closing: 'no-spark' } })
  await ada!.client.listEndedMatches()
}

/** Has staff read a report of a message, remove the message, and restore it. */
async function moderate(ines: Person, ben: Person, { reportId, messageId }: Between) {
  const params = { id: reportId }
  await ines.client.getReport({ params })
  await ines.client.getReportEvidence({ params, reason: 'Reported.' })
  await ines.client.getReportPair({ params })
  await ines.client.getPairMessages({ params, reason: 'Reported.' })
  const hide = inputOf({ kind: 'hide', hide: { message: messageId }, reportId })
  const { decision } = (await ines.client.decide({ params: { id: ben.user._id }, body: hide })).data
  await ines.client.undoDecision({ params: { id: decision._id } })
}

test('what members do asks one shard a statement', { timeout: 300_000 }, async () => {
  const world = await startWorld({
    env: { TURN_URLS: 'turn:turn.kindred.example:3478', TURN_SECRET: 'a-secret-of-the-relay' },
  })
  // Statements of jobs would count as those of the next request.
  await world.deps.jobs.stop()
  const { wide, counted, watch, watched } = watching(world)
  const { people, matches } = await acquainted(world, watched)
  const [ada, ben, cleo, dora, eve, fay] = people as [Person, Person, Person, Person, Person, Person]
  const [id, second, third] = matches as [string, string, string]
  await world.query(`update accounts set premium_until = now() + interval '1 day' where id = '${ada.user._id}'`)
  await ada.client.subscribePush({ body: { endpoint: 'https://fcm.googleapis.com/x', keys: browserKeys() } })
  const ids = await talk(world, watch, [ada, ben], id)
  await choose([ada, dora, eve, fay], second)
  const { report } = (
    await ada.client.createReport({
      body: {
        problem_type: 'Harassment',
        description: 'Was rude to me.',
        userId: ben.user._id,
        messageId: ids.messageId,
      },
    })
  ).data
  const questionId = (await ada.client.listQuestions()).data.questions[0]!._id
  const between: Between = {
    viewer: ada,
    other: ben,
    bystander: cleo,
    matchId: id,
    reportId: report._id,
    questionId,
    ...ids,
  }
  const seen = await observe(world, between, new Set(), watch)
  // A route that always refuses would query nothing.
  const answered = new Set(seen.flatMap(({ call, status }) => (status < 400 ? [call] : [])))
  expect(
    (Object.keys(inputs) as CallName[]).filter((call) => typeof inputs[call] === 'function' && !answered.has(call)),
  ).toEqual([])
  await ben.client.listLikes()
  await moderate(watched(await world.administrator()), ben, between)
  await ada.client.unmatch({ params: { id: third }, body: {} })
  await ada.client.block({ body: { userId: ben.user._id } })
  await ada.client.deleteAccount({ body: { password: ada.password } })
  expect([...wide].filter((call) => !(call in acrossShards))).toEqual([])
  // Citus does count a statement on several shards.
  const before = await counted()
  await world.query('select count(*) from messages')
  expect(await counted()).toBe(before + 1)
})
