import { api, type ProfileChange, type Route, type ShownPlace, shownPlaces, shownTexts } from '@kindred/contract'
import { toJSONSchema } from 'zod'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { monitor } from '../../src/features/moderation/index.ts'
import { eraseDue } from '../../src/features/leaving/erasure.ts'
import { applyConsents } from '../../src/features/profiles/index.ts'
import { sweepDroppedFiles } from '../../src/features/profiles/pictures/jobs.ts'
import { voiceFile } from '../../src/infra/storage/voice-file.ts'
import { decide } from '../deciding.ts'
import { answer, field, setFields } from '../own-fields.ts'
import { inFuture } from '../../../scripts/present.ts'
import { ownExport } from '../own-export.ts'
import { photoOf, showPictures } from '../pictures.ts'
import { saveAnswer } from '../voice-answers.ts'
import type { Person } from '../people.ts'
import { recordingOf } from '../recordings.ts'
import { shared, startWorld, type World } from '../world.ts'

// Whatever a member writes for others stays provable, is judged, can be refused once staff removed it, and is erased.

type Schema = {
  type?: string | string[]
  enum?: unknown[]
  pattern?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema
  anyOf?: Schema[]
}

/** The paths of all inputs of a schema in free text. */
function textsIn(
  { type, enum: listed, pattern, properties = {}, items, additionalProperties, anyOf = [] }: Schema,
  path: string,
): string[] {
  if (type === 'string' || (Array.isArray(type) && type.includes('string'))) return listed || pattern ? [] : [path]
  return [
    ...anyOf.flatMap((each) => textsIn(each, path)),
    ...(items ? textsIn(items, path) : []),
    ...(typeof additionalProperties === 'object' ? textsIn(additionalProperties, path) : []),
    ...Object.entries(properties).flatMap(([key, each]) => textsIn(each, `${path}.${key}`)),
  ]
}

/** Inputs that no other member reads, or that only name something in a list, a file, a time or a secret. */
const notShown = [
  // Who someone is, and how they sign in.
  /password|token|code|passkey|\.challenge|\.state$|email|issuer|lastName|vp_token|invitation|accessToken|userID/i,
  /^(register|addPasskey|renamePasskey)\./,
  // A date, a place or a zone is checked, and shown as the product writes it.
  /dateOfBirth|timeZone|city$|country$|\.slots?$|planTrip\.(from|to)$|checkAt$|postalCode|currency/,
  // For oneself, or for the team.
  /^(saveSearch|blockContacts|addOwnNumber|setPreferences|subscribePush|unsubscribePush|createSubscription)\./,
  /^(createReport|replyToReport|appealDecision|appealReport|writeInMyAppeal|objectTo|applyToJoin|answerAdmission)\./,
  // Chosen from lists, or the id of something.
  /interestedIn|intention$|\.noteOn|clientId|publicId|paymentIntentId|setFriendPreferences|\.order$|^signalCall\.data$/,
]

test('every free text that a member can send is private, or declared as shown', () => {
  const routes = Object.entries<Route>(api).filter(([, { access }]) => !access.startsWith('staff'))
  const paths = routes.flatMap(([name, { body }]) =>
    body ? textsIn(toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Schema, name) : [],
  )
  const declared: readonly string[] = Object.values(shownTexts).flat()
  expect(
    paths.filter(
      (path) => !declared.some((each) => path.startsWith(each)) && !notShown.some((each) => each.test(path)),
    ),
  ).toEqual([])
  expect(declared.filter((each) => !paths.some((path) => path.startsWith(each)))).toEqual([])
})

const anyWorld = shared(async () => {
  const world = await startWorld()
  const ines = await world.administrator()
  await setFields(ines, [field({ id: 'motto', kind: 'text' })])
  return { ...world, ines }
})

type Showing = { world: World; eve: Person; match: string; stranger: Person; publicId: string; text: string }
type Way = { show: (showing: Showing) => Promise<unknown>; withdraw: (showing: Showing) => Promise<unknown> }

const edit = (change: (text: string) => Partial<ProfileChange>, other: string): Way => ({
  show: ({ eve, text }) => eve.client.editProfile({ body: change(text) }),
  withdraw: ({ eve }) => eve.client.editProfile({ body: change(other) }),
})
const send = ({ eve, match }: Showing, text: string) =>
  eve.client.sendMessage({ params: { id: match }, body: { clientId: randomUUID(), text } })
const suggest = ({ eve, match }: Showing, place: string) =>
  eve.client.proposePlan({ params: { id: match }, body: { slots: [inFuture(86_400_000).toISOString()], place } })
const speak = async ({ world, eve }: Showing, text: string) => {
  const { status, body } = await saveAnswer(world, eve, recordingOf(0.5), 'story', [text])
  if (status >= 400) throw Object.assign(new Error(JSON.stringify(body)), { status })
}
const describe = ({ eve, publicId }: Showing, alt: string) =>
  eve.client.describePicture({ params: { publicId }, body: { alt } })

/** How each text is shown, and how its author gets rid of it. */
const ways: Record<ShownPlace, Way> = {
  message: {
    show: (showing) => send(showing, showing.text),
    withdraw: async (showing) => {
      const { messages } = (await showing.eve.client.listMessages({ params: { id: showing.match }, query: {} })).data
      const params = { id: showing.match, messageId: messages.at(-1)!._id }
      await showing.eve.client.editMessage({ params, body: { text: 'Good night!' } })
      await showing.eve.client.deleteMessage({ params })
      for (let filler = 0; filler < 25; filler++) await send(showing, `And ${filler}`)
    },
  },
  note: {
    show: ({ eve, stranger, text }) =>
      eve.client.choose({ body: { userId: stranger.user._id, action: 'superlike', note: text } }),
    withdraw: ({ eve, stranger }) => eve.client.choose({ body: { userId: stranger.user._id, action: 'pass' } }),
  },
  date: {
    show: (showing) => suggest(showing, showing.text),
    withdraw: (showing) => suggest(showing, 'The pier'),
  },
  name: edit((firstName) => ({ firstName }), 'Eve'),
  gender: edit((gender) => ({ gender }), 'woman'),
  city: {
    show: ({ eve, text }) => eve.client.editProfile({ body: { location: { city: text, country: null } } }),
    withdraw: ({ eve }) => eve.client.editProfile({ body: { location: { city: 'Lisbon', country: 'Portugal' } } }),
  },
  bio: edit((bio) => ({ bio }), ''),
  prompt: edit((answer) => ({ prompts: [{ question: 'On Sundays', answer }] }), 'I row.'),
  interests: edit((interest) => ({ interests: [interest] }), 'chess'),
  languages: edit((spoken) => ({ languages: [spoken] }), 'Danish'),
  work: edit((work) => ({ basics: { work } }), 'Nurse'),
  religion: edit((religion) => ({ basics: { religion } }), 'none'),
  field: {
    show: ({ eve, text }) => answer(eve, { motto: { value: text } }),
    withdraw: ({ eve }) => answer(eve, { motto: null }),
  },
  voice: {
    show: (showing) => speak(showing, showing.text),
    withdraw: ({ eve }) => eve.client.deleteVoiceAnswer(),
  },
  photo: {
    show: (showing) => describe(showing, showing.text),
    withdraw: (showing) => describe(showing, ''),
  },
}

/** Short enough for each, and a scam by itself. */
const SCAM = 'Add me on Telegram for bitcoin'

async function beginning(world: World, text: string): Promise<Showing & { reader: Person }> {
  const [ada, eve, stranger] = [await world.dater(), await world.dater({ firstName: 'Eve' }), await world.dater()]
  const match = await world.matched(ada, eve)
  const { public_id: publicId } = await world.picture(eve, 1)
  return { world, eve, match, stranger, publicId, text, reader: ada }
}

test.each(shownPlaces)('%s: what was withdrawn is sealed with a report, and was judged', async (place) => {
  const world = await anyWorld()
  const showing = await beginning(world, SCAM)
  const { eve, stranger } = showing
  await ways[place].show(showing)
  await ways[place].withdraw(showing)
  const reader = place === 'note' ? stranger : showing.reader
  const body = { problem_type: 'Harassment', description: 'Gone by now.', userId: eve.user._id } as const
  const { _id: id } = (await reader.client.createReport({ body })).data.report
  const params = { id }
  const { content } = (await world.ines.client.getReportEvidence({ params, reason: 'To decide.' })).data.evidence
  const kept = [
    ...content.messages.flatMap(({ text, earlier = [], deletedAt }) => (deletedAt ? [text, ...earlier] : [])),
    ...content.earlier.flatMap(({ place: where, text }) => (where === place ? [text] : [])),
  ]
  expect(kept).toContain(SCAM)
  await monitor(world.deps)
  const { reports } = (await world.ines.client.listReports({ query: { limit: '100' } })).data
  const found = reports.filter(({ about, byRule }) => byRule && about?._id === eve.user._id)
  expect(found).toMatchObject([{ description: expect.stringContaining('signs of a scam') }])
  const judged = await world.ines.client.getReport({ params: { id: found[0]!._id }, reason: 'To decide.' })
  expect(JSON.stringify(judged.data.report.evidence)).toContain(SCAM)
})

test.each(shownPlaces)('%s: a text that staff removed is refused', async (place) => {
  const world = await anyWorld()
  const showing = await beginning(world, 'Find me elsewhere')
  await showing.eve.client.editProfile({ body: { bio: showing.text } })
  await decide(world.ines, showing.eve, { kind: 'hide', hide: { bio: true } })
  await expect(ways[place].show(showing)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('removed this text'),
  })
})

test('the author’s export has what was withdrawn, the reader’s doesn’t, and erasure takes it', async () => {
  const world = await startWorld({ eavesdrop: false })
  const showing = await beginning(world, 'You will regret this')
  const { eve, stranger, text } = showing
  for (const place of ['note', 'bio'] as const) {
    await ways[place].show(showing)
    await ways[place].withdraw(showing)
  }
  const exported = async (person: Person) =>
    Object.values(await ownExport(world, person))
      .map((file) => Buffer.from(file).toString())
      .join()
      .split(text).length - 1
  expect([await exported(eve), await exported(stranger)]).toEqual([2, 0])
  await world.query(`delete from accounts where id = '${eve.user._id}'`)
  expect((await world.query(`select from shown_texts where text = '${text}'`)).rowCount).toBe(0)
})

test('texts that need a consent stay evidence for 30 days after it is withdrawn', async () => {
  const world = await startWorld()
  const showing = await beginning(world, 'One of a kind')
  const { eve, text } = showing
  for (const place of ['gender', 'religion', 'bio'] as const) await ways[place].show(showing)
  await eve.client.setConsent({ params: { kind: 'special_category' }, body: { given: false } })
  await ways.bio.withdraw(showing)
  const kept = async () => {
    const { rows } = await world.query(`select place, until is not null as "isOver" from shown_texts
      where text = '${text}' order by place`)
    return rows
  }
  const over = (place: string) => ({ place, isOver: true })
  expect(await kept()).toEqual([over('bio'), over('gender'), over('religion')])
  world.turnClock(31 * 86_400_000)
  await applyConsents(world.deps)
  expect(await kept()).toEqual([over('bio')])
})

test('photos and recordings stay evidence for 30 days after they were removed', async () => {
  const world = await startWorld()
  const [ada, eve, ines] = [await world.dater(), await world.dater({ firstName: 'Eve' }), await world.administrator()]
  const [photo] = await showPictures(world, eve, await photoOf(1))
  const recording = async (question: string) => {
    await saveAnswer(world, eve, recordingOf(0.5), question)
    const { rows } = await world.query(`select voice ->> 'fileId' as id from profiles where voice is not null`)
    return String(rows[0]!['id'])
  }
  const first = await recording('story')
  const replaced = await recording('laugh')
  await eve.client.deleteVoiceAnswer()
  await eve.client.deletePicture({ params: { publicId: photo! } })
  const body = { problem_type: 'Harassment', description: 'Gone by now.', userId: eve.user._id } as const
  const params = { id: (await ada.client.createReport({ body })).data.report._id }
  const reason = 'To decide.'
  const { content, now } = (await ines.client.getReportEvidence({ params, reason })).data.evidence
  expect(content.pictures.map(({ publicId, until }) => [publicId, until])).toContainEqual([photo, expect.any(String)])
  expect(now!.pictures).not.toContain(photo)
  expect(content.voices.map(({ fileId, question }) => [fileId, question])).toEqual([
    [replaced, 'laugh'],
    [first, 'story'],
  ])
  const seen = (await ines.client.getEvidencePicture({ params: { ...params, publicId: photo! }, reason })).data.picture
  expect(seen).toMatch(/^data:image\/webp;base64,.{100}/)
  for (const fileId of [first, replaced])
    expect((await ines.client.getEvidenceVoice({ params: { ...params, fileId }, reason })).data.voice).toMatch(/^data:/)
  const left = async () =>
    Promise.all([world.deps.storage.get(`${photo}/large.webp`), world.deps.storage.get(voiceFile(first))])
  await sweepDroppedFiles(world.deps)
  expect(await left()).not.toContain(null)
  world.turnClock(31 * 86_400_000)
  await sweepDroppedFiles(world.deps)
  expect(await left()).toEqual([null, null])
})

test('erasure takes removed photos at once', async () => {
  const world = await startWorld()
  const eve = await world.dater()
  const [photo] = await showPictures(world, eve, await photoOf(1))
  await eve.client.deletePicture({ params: { publicId: photo! } })
  expect(Buffer.from((await ownExport(world, eve))['data.json']!).toString()).toContain(photo)
  await world.query(`update accounts set state = 'deleting', deletion_due_at = now() - interval '1 hour'
    where id = '${eve.user._id}'`)
  await eraseDue(world.deps)
  await sweepDroppedFiles(world.deps)
  expect(await world.deps.storage.get(`${photo}/large.webp`)).toBeNull()
})

test('a second report of the same adds what was shown since the first', async () => {
  const world = await anyWorld()
  const showing = await beginning(world, 'Be afraid')
  const { eve, reader } = showing
  const report = async () => {
    const body = { problem_type: 'Harassment', description: 'They did it again.', userId: eve.user._id } as const
    return (await reader.client.createReport({ body })).data.report._id
  }
  const id = await report()
  await ways.bio.show(showing)
  await send(showing, 'And again.')
  expect(await report()).toBe(id)
  await ways.bio.withdraw(showing)
  const { content } = (await world.ines.client.getReportEvidence({ params: { id }, reason: 'To decide.' })).data
    .evidence
  expect(content.earlier).toMatchObject([{ place: 'bio', text: 'Be afraid' }])
  expect(content.messages).toMatchObject([{ text: 'And again.' }])
  const parts = async () => (await world.query(`select from evidence where report_id = '${id}'`)).rowCount
  expect(await parts()).toBe(2)
})

test('no one fills the evidence with changes, and some words around a removed text don’t change it', async () => {
  const world = await anyWorld()
  const { eve } = await beginning(world, '')
  const edits = (bio: string) => eve.client.editProfile({ body: { bio } })
  await edits('Find me elsewhere')
  await decide(world.ines, eve, { kind: 'hide', hide: { bio: true } })
  for (const disguised of ['Hello! Find me elsewhere, ok?', 'F1nd m3 3l53wh3r3', 'erehwesle em dniF'])
    await expect(edits(disguised)).rejects.toMatchObject({ status: 400 })
  await world.query(`insert into shown_texts (author_id, place, text, since, until)
    select '${eve.user._id}', 'bio', n::text, '${world.deps.clock.now().toISOString()}', now() from generate_series(1, 500) n`)
  await expect(edits('One more')).rejects.toMatchObject({ status: 429 })
})

test('staff page back to the first message while the report is open', async () => {
  const world = await anyWorld()
  const showing = await beginning(world, 'The first message')
  for (const text of [showing.text, ...Array.from({ length: 120 }, (_, nth) => `Message ${nth}`)])
    await send(showing, text)
  const body = { problem_type: 'Harassment', description: 'On and on.', userId: showing.eve.user._id } as const
  const params = { id: (await showing.reader.client.createReport({ body })).data.report._id }
  const read: string[] = []
  const reason = 'To decide.'
  for (let before: string | undefined, hasEarlier = true; hasEarlier;) {
    const page = (await world.ines.client.getPairMessages({ params, query: { before }, reason })).data
    read.unshift(...page.messages.flatMap(({ text }) => text ?? []))
    before = page.messages[0]?._id
    hasEarlier = page.hasEarlier
  }
  expect([read.length, read[0], read.at(-1)]).toEqual([121, showing.text, 'Message 119'])
})
