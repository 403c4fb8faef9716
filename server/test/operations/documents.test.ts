import { api, type ApiError, type Documents, type Route } from '@kindred/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { days } from '../../src/infra/clock.ts'
import { configure } from '../configuring.ts'
import { shared, startWorld, until, type World } from '../world.ts'

async function start() {
  const world = await startWorld()
  return { world, ...(await world.administrator()) }
}
const anyWorld = shared(start)

/** A world without own texts. */
async function opened(where = anyWorld) {
  const { world, client } = await where()
  const set = (documents: Documents | undefined) => configure(client, { documents })
  await set(undefined)
  const dayIn = (count: number) => new Date(world.deps.clock.now().getTime() + days(count)).toISOString().slice(0, 10)
  return { world, client, set, dayIn }
}

const read = async (world: World, name: string) =>
  (await world.client().getDocument({ params: { name } })).data.document

test('an installation without own texts answers as before', async () => {
  const { world, client } = await opened()
  await expect(read(world, 'terms')).rejects.toMatchObject({ status: 404 })
  expect((await world.client().getStatus()).settings).not.toHaveProperty('documents')
  expect((await client.getConfiguration()).data.configuration).not.toHaveProperty('documents')
})

test('Markdown becomes plain blocks, and nothing in it becomes markup, a script or a link to one', async () => {
  const { world, set } = await opened()
  const text = [
    '# Hello **there**',
    'One [two](https://example.org) three & <b>four</b>',
    '<script>alert(1)</script>',
    '[bad](javascript:alert(1)) [worse](//evil.example) [data](data:text/html,x) [here](/safety) [mail](mailto:a@b.example)',
    '- a\n  - b\n- *c*',
    '1. first',
    '> said',
    '---',
    '![a picture](https://example.org/x.png)',
  ].join('\n\n')
  await set({ help: { text } })
  const { blocks } = await read(world, 'help')
  expect(blocks).toEqual([
    { kind: 'heading', level: 2, runs: [{ text: 'Hello ' }, { text: 'there', strong: true }] },
    {
      kind: 'paragraph',
      level: 0,
      runs: [
        { text: 'One ' },
        { text: 'two', href: 'https://example.org' },
        { text: ' three & ' },
        { text: '<b>' },
        { text: 'four' },
        { text: '</b>' },
      ],
    },
    { kind: 'paragraph', level: 0, runs: [{ text: '<script>alert(1)</script>' }] },
    {
      kind: 'paragraph',
      level: 0,
      runs: [
        { text: 'bad' },
        { text: ' ' },
        { text: 'worse' },
        { text: ' ' },
        { text: 'data' },
        { text: ' ' },
        { text: 'here', href: '/safety' },
        { text: ' ' },
        { text: 'mail', href: 'mailto:a@b.example' },
      ],
    },
    { kind: 'item', level: 1, runs: [{ text: 'a' }] },
    { kind: 'item', level: 2, runs: [{ text: 'b' }] },
    { kind: 'item', level: 1, runs: [{ text: 'c', emphasis: true }] },
    { kind: 'numbered', level: 1, runs: [{ text: 'first' }] },
    { kind: 'quote', level: 0, runs: [{ text: 'said' }] },
    { kind: 'line', level: 0, runs: [] },
    { kind: 'paragraph', level: 0, runs: [{ text: 'a picture' }] },
  ])
})

test('texts that would keep a parser busy or break it are refused, and bare addresses aren’t looked for', async () => {
  const { client, set, world } = await opened()
  for (const text of [
    `${'a.'.repeat(19_900)}@b`,
    `${'>'.repeat(5000)}x`,
    `${'> - '.repeat(3000)}x`,
    `${'1. '.repeat(1000)}x`,
    `${'**'.repeat(2000)}a${'**'.repeat(2000)}`,
    `${'['.repeat(2000)}a`,
  ]) {
    await expect(set({ faqs: { text } })).rejects.toMatchObject({
      details: {
        errors: expect.arrayContaining([expect.objectContaining({ path: 'configuration.documents.faqs.text' })]),
      },
    })
    await expect(client.previewDocument({ body: { text } })).rejects.toMatchObject({ code: 'invalid_request' })
  }
  await set({ faqs: { text: 'Write to a.b@c.example or https://example.org.\n\n> > - 1. deep enough' } })
  const { blocks } = await read(world, 'faqs')
  expect(blocks[0]!.runs).toEqual([{ text: 'Write to a.b@c.example or https://example.org.' }])
})

test('a text of line ends is refused, and a call at that moment is answered', async () => {
  const { client, world } = await opened()
  // Each could begin a line, and be a space before its first mark.
  const texts = [`a${'\r'.repeat(120_000)}a`, `a${'\u2028'.repeat(80_000)}a`]
  const previewed = Array.from({ length: 16 }, (_, at) => client.previewDocument({ body: { text: texts[at % 2]! } }))
  const refusals = previewed.map((each) => expect(each).rejects.toMatchObject({ code: 'invalid_request' }))
  await Promise.all([...refusals, world.client().getStatus()])
}, 60_000)

test('two versions with nothing in common are compared once for all readers', async () => {
  const { world, set, dayIn } = await opened(start)
  const versionOf = (word: string) => Array.from({ length: 3000 }, (_, at) => `${word}${at}`).join('\n\n')
  await set({
    terms: [
      { from: dayIn(0), text: versionOf('a') },
      { from: dayIn(20), text: versionOf('b') },
    ],
  })
  // A comparison writes each block as text.
  const written = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => written.mockRestore())
  expect((await read(world, 'terms')).change?.blocks).toHaveLength(6000)
  expect(written.mock.calls.length).toBeGreaterThan(6000)
  written.mockClear()
  expect((await read(world, 'terms')).change?.blocks).toHaveLength(6000)
  expect(written.mock.calls.length).toBeLessThan(100)
})

test('an uploaded picture in a paragraph of its own is shown, and none of another site', async () => {
  const { world, set } = await opened()
  const name = `${'a'.repeat(32)}-800x600.webp`
  const text = [
    `![A **walk** along the water](/look/${name})`,
    `Beside words: ![a picture](/look/${name})`,
    '![tracked](https://tracker.example/x.png)',
    '![outside](/look/../media/x.webp)',
    '![not one](/look/logo.svg)',
  ].join('\n\n')
  await set({ help: { text } })
  const { blocks } = await read(world, 'help')
  expect(blocks[0]).toEqual({
    kind: 'picture',
    level: 0,
    runs: [{ text: 'A **walk** along the water' }],
    picture: { src: `/look/${name}`, width: 800, height: 600 },
  })
  expect(blocks.slice(1).map(({ kind, runs }) => [kind, runs.map((run) => run.text).join('')])).toEqual([
    ['paragraph', 'Beside words: a picture'],
    ['paragraph', 'tracked'],
    ['paragraph', 'outside'],
    ['paragraph', 'not one'],
  ])
})

test('own pages are in the reader’s language, and the app knows their titles', async () => {
  const { world, set } = await opened()
  const german = { title: 'Die Halle', text: 'Am Hafen' }
  await set({
    faqs: { text: 'Ask us' },
    pages: [{ slug: 'hall', title: 'The hall', text: 'At the harbor', translations: { de: german } }],
  })
  expect((await world.client().getStatus()).settings.documents).toEqual({
    own: ['faqs'],
    pages: [{ slug: 'hall', titles: { en: 'The hall', de: 'Die Halle' } }],
    coming: [],
  })
  expect(await read(world, 'hall')).toMatchObject({
    title: 'The hall',
    language: 'en',
    blocks: [{ runs: [{ text: 'At the harbor' }] }],
  })
  const inGerman = await world.request('/api/v1/documents/hall', { headers: { 'accept-language': 'de' } })
  expect(await inGerman.json()).toMatchObject({ data: { document: { title: 'Die Halle', language: 'de' } } })
  const inArabic = await world.request('/api/v1/documents/hall', { headers: { 'accept-language': 'ar' } })
  expect(await inArabic.json()).toMatchObject({ data: { document: { title: 'The hall', language: 'en' } } })
  for (const slug of ['terms', 'The Hall', ''])
    await expect(set({ pages: [{ slug, title: 'x', text: 'x' }] })).rejects.toMatchObject({ status: 400 })
})

test('before anyone has joined, terms apply at once; afterwards they come 15 days ahead, corrections at once', async () => {
  const { world, set, dayIn } = await opened(start)
  const first = { from: dayIn(0), text: 'Be kind.' }
  await set({ terms: [first] })
  expect(await read(world, 'terms')).toMatchObject({ from: dayIn(0), change: null })
  await world.member()
  const second = { from: dayIn(14), text: 'Be very kind.' }
  const refused = (await set({ terms: [first, second] }).catch((error: unknown) => error)) as ApiError
  expect(refused.details.errors?.[0]).toEqual({
    path: 'configuration.documents.terms.1.from',
    msg: expect.stringMatching(/^Choose \w+ \d{1,2}, \d{4} or later\.$/) as string,
  })
  await set({ terms: [first, { ...second, from: dayIn(15) }] })
  await expect(set({ terms: [{ ...first, text: 'Be rude.' }] })).rejects.toMatchObject({ status: 400 })
  await expect(set(undefined)).rejects.toMatchObject({ status: 400 })
  const corrected = { from: dayIn(1), text: 'Be kind!', isCorrection: true as const }
  await set({ terms: [first, corrected, { ...second, from: dayIn(15) }] })
  expect((await read(world, 'terms')).change).toEqual({
    from: dayIn(15),
    isInForce: false,
    language: 'en',
    blocks: [
      { kind: 'paragraph', level: 0, runs: [{ text: 'Be kind.' }], change: 'removed' },
      { kind: 'paragraph', level: 0, runs: [{ text: 'Be very kind.' }], change: 'added' },
    ],
  })
})

const newsFor = async (world: World, email: string) =>
  (await world.mailsTo(email, 2)).filter(({ subject }) => subject.includes('terms change'))

test('members learn of new terms by email, once, and of a correction not at all', async () => {
  const { world, set, dayIn } = await opened(start)
  const [ada, ben] = [await world.member(), await world.member()]
  const unconfirmed = await world.newcomer()
  const first = { from: dayIn(15), text: 'Be kind.' }
  await set({ terms: [first] })
  for (const { email } of [ada, ben]) {
    const [mail, ...others] = await newsFor(world, email)
    expect(mail?.text).toContain('/terms#change')
    expect(others).toEqual([])
  }
  expect((await world.mailsTo(unconfirmed.email)).map(({ subject }) => subject)).toHaveLength(1)
  await set({ terms: [{ from: dayIn(2), text: 'Be kind', isCorrection: true }, first] })
  expect(await newsFor(world, ada.email)).toHaveLength(1)
  expect((await world.client().getStatus()).settings.documents?.coming).toEqual([{ name: 'terms', from: dayIn(15) }])
})

test('from the first day of new terms on, exactly liking and writing wait for consent', async () => {
  const { world, set, dayIn } = await opened(start)
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const matchId = await world.matched(ada, ben)
  await set({ terms: [{ from: dayIn(15), text: 'Be kind.' }] })
  const write = () =>
    ada.client.sendMessage({ params: { id: matchId }, body: { clientId: crypto.randomUUID(), text: 'Hello' } })
  await write()
  expect((await ada.client.getProfile()).missingConsents).toEqual([])
  world.turnClock(days(15))
  const adaLater = await world.signedInAgain(ada)
  expect((await adaLater.client.getProfile()).missingConsents).toEqual(['acceptNewTerms'])
  const clientId = crypto.randomUUID()
  const again = () => adaLater.client.sendMessage({ params: { id: matchId }, body: { clientId, text: 'Hello' } })
  // Sending remembers the required version for some seconds.
  await until(async () => (await again().catch(({ code }) => code)) === 'consent_required')
  expect((await adaLater.client.listMessages({ params: { id: matchId } })).data.messages[0]?.text).toBe('Hello')
  await adaLater.client.editProfile({ body: { acceptTerms: true } })
  await again()
  expect((await adaLater.client.getProfile()).missingConsents).toEqual([])
  const { consents } = (await adaLater.client.listConsents()).data
  expect(consents.find(({ kind, withdrawnAt }) => kind === 'terms' && withdrawnAt === null)?.version).toBe(dayIn(0))
})

test('the calls that wait for new terms are those that like and write', () => {
  const waiting = (Object.entries(api) as [string, Route][])
    .filter(([, { newTerms }]) => newTerms)
    .map(([name]) => name)
  expect(waiting.toSorted()).toEqual([
    'addNote',
    'askForCall',
    'choose',
    'chooseFriend',
    'editMessage',
    'proposePlan',
    'react',
    'sendMessage',
    'sendVoiceNote',
  ])
})

test('only those who may change the configuration preview a text', async () => {
  const { world, client } = await opened()
  expect((await client.previewDocument({ body: { text: '**Hi**' } })).data.blocks).toEqual([
    { kind: 'paragraph', level: 0, runs: [{ text: 'Hi', strong: true }] },
  ])
  const { client: member } = await world.member()
  await expect(member.previewDocument({ body: { text: 'Hi' } })).rejects.toMatchObject({ status: 403 })
})
