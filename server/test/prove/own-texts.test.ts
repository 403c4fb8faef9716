import type { Texts } from '@kindred/contract'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { expect, test } from 'vitest'
import { withOwnTexts } from '../../src/http/own-texts.ts'
import { configure } from '../configuring.ts'
import { shared, startWorld, type World } from '../world.ts'

async function start(env: Record<string, string> = {}) {
  const world = await startWorld({ env })
  return { world, ...(await world.administrator()) }
}
const anyWorld = shared(start)

/** A world without own texts. */
async function operated(where = anyWorld) {
  const { world, client, token } = await where()
  const set = (texts: Texts | undefined) => configure(client, { texts })
  await set(undefined)
  return { world, client, token, set }
}

/** Saves a version past this server, as another one does. */
const saveElsewhere = (world: World, texts: Texts) =>
  world.query(
    `insert into configurations (version, content, changed, changed_by, changed_at)
     select version + 1, jsonb_set(content, '{texts}', '${JSON.stringify(texts)}'), changed, changed_by, changed_at
     from configurations order by version desc limit 1`,
  )

const settingsOf = async (world: World) => (await world.client().getStatus()).settings.texts
const pageOf = async (world: World, path: string, headers: Record<string, string>) =>
  (await world.request(path, { headers })).text()
const languageAt = async (world: World, path: string, accepts: string, cookie = '') =>
  /<html[^>]* lang="([^"]+)"/.exec(await pageOf(world, path, { 'accept-language': accepts, cookie }))?.[1]

const refusalIn = async (world: World, language: string) => {
  const answer = await world.request('/api/v1/auth/sessions', { headers: { 'accept-language': language } })
  return ((await answer.json()) as { message: string }).message
}

test('without a section, the installation says nothing about texts', async () => {
  const { world, client } = await operated()
  expect(await settingsOf(world)).toBeUndefined()
  expect((await client.getConfiguration()).data.configuration).not.toHaveProperty('texts')
  expect(await languageAt(world, '/welcome', 'de')).toBe('de')
})

test('pages and responses keep to the offered languages, whatever a link, a cookie or a browser says', async () => {
  const { world, set } = await operated()
  const inGerman = await refusalIn(world, 'de')
  const inFrench = await refusalIn(world, 'fr')
  await set({ languages: ['fr', 'de'], default: 'de' })
  expect(await settingsOf(world)).toEqual({ languages: ['de', 'fr'], default: 'de' })
  expect(await languageAt(world, '/welcome?lang=es', 'en')).toBe('de')
  expect(await languageAt(world, '/welcome', 'es, fr;q=0.5')).toBe('fr')
  expect(await languageAt(world, '/welcome', 'fr', 'lang=ar')).toBe('fr')
  expect(await languageAt(world, '/welcome?lang=fr', 'de')).toBe('fr')
  expect(await refusalIn(world, 'es')).toBe(inGerman)
  expect(await refusalIn(world, 'es, fr')).toBe(inFrench)
  const html = await pageOf(world, '/welcome', { 'accept-language': 'de' })
  expect([...html.matchAll(/hreflang="([^"]+)"/g)].map(([, language]) => language)).toEqual(['de', 'fr', 'x-default'])
  await set(undefined)
  expect(await languageAt(world, '/welcome?lang=es', 'en')).toBe('es')
  expect(await refusalIn(world, 'fr')).toBe(inFrench)
})

test('the installation’s own default applies until the operator chooses one, if it is offered', async () => {
  const { world, set } = await operated(() => start({ DEFAULT_LANGUAGE: 'fr' }))
  await set({ languages: ['fr', 'es'] })
  expect(await languageAt(world, '/welcome', 'ar')).toBe('fr')
  await set({ languages: ['de', 'es'] })
  expect(await languageAt(world, '/welcome', 'ar')).toBe('de')
})

test('emails to a member whose language is no longer offered are in the default', async () => {
  const { world, set } = await operated()
  const member = await world.member()
  await member.client.setLanguage({ body: { language: 'fr' } })
  await set({ languages: ['en', 'de'], default: 'de' })
  await world.client().forgotPassword({ body: { email: member.email } })
  const mails = await world.mailsTo(member.email, 2)
  expect(mails.at(-1)?.html).toContain('<html lang="de" dir="ltr">')
  await expect(member.client.setLanguage({ body: { language: 'fr' } })).rejects.toMatchObject({
    status: 400,
    details: { errors: [{ path: 'language', msg: 'Diese Sprache wird hier nicht angeboten.' }] },
  })
})

test('a default has to be offered, and at least one language too', async () => {
  const { set } = await operated()
  await expect(set({ languages: ['de'], default: 'fr' })).rejects.toMatchObject({
    details: { errors: [{ path: 'configuration.texts.default', msg: 'Choose one of the offered languages.' }] },
  })
  await expect(set({ languages: [] })).rejects.toMatchObject({ status: 400 })
  await expect(set({ languages: ['de', 'de'] })).rejects.toMatchObject({ status: 400 })
})

const RESET = 'Reset your {brand} password'

test('a replaced text appears in emails at once, in its language only, and as plain text', async () => {
  const { world, set } = await operated()
  const member = await world.member()
  const subjectOf = async (atLeast: number) => {
    await world.client().forgotPassword({ body: { email: member.email } })
    return (await world.mailsTo(member.email, atLeast)).at(-1)!
  }
  const before = (await world.mailsTo(member.email, 1)).length
  await set({ replacements: { en: [{ text: RESET, replacement: 'A <b>new</b> key for {brand}' }] } })
  const english = await subjectOf(before + 1)
  expect(english.subject).toBe('A <b>new</b> key for Kindred')
  expect(english.html).not.toContain('<b>new</b>')
  await member.client.setLanguage({ body: { language: 'de' } })
  const german = await subjectOf(before + 2)
  await set({ replacements: { de: [{ text: RESET, replacement: 'Neuer Schlüssel für {brand}' }] } })
  expect((await subjectOf(before + 3)).subject).toBe('Neuer Schlüssel für Kindred')
  expect(german.subject).not.toContain('Schlüssel')
  await set(undefined)
  expect((await subjectOf(before + 4)).subject).toBe(german.subject)
})

test('a text without values is replaced in English, too, which is part of the code', async () => {
  const { world, set } = await operated()
  const text = await refusalIn(world, 'en')
  await set({ replacements: { en: [{ text, replacement: 'Who are you?' }] } })
  expect(await refusalIn(world, 'en')).toBe('Who are you?')
  expect(await refusalIn(world, 'de')).not.toBe('Who are you?')
})

const words = async (world: World, language: string) => {
  const version = (await settingsOf(world))?.replaced?.[language]
  return world.request(`/own-texts/${language}-${version ?? '0'.repeat(12)}.json`)
}

test('the web app gets the replaced texts by their identifiers, from an address that changes with them', async () => {
  const { world, set } = await operated()
  expect((await words(world, 'de')).status).toBe(404)
  await set({ replacements: { de: [{ text: 'Sign in', replacement: 'Rein <b>da</b>' }] } })
  const answer = await words(world, 'de')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const id = generateMessageId('Sign in')
  const messages = (await answer.json()) as Record<string, unknown>
  // HTML stays visible: the web app would drop a tag without the invisible character.
  const visible = ['Rein <\u2060b>da</b>']
  expect([messages[id], messages[id.slice(0, 3)]]).toEqual([visible, visible])
  const first = (await settingsOf(world))?.replaced
  expect(first).toEqual({ de: expect.stringMatching(/^[0-9a-f]{12}$/) })
  await set({ replacements: { de: [{ text: 'Sign in', replacement: 'Hinein' }] } })
  expect((await settingsOf(world))?.replaced).not.toEqual(first)
  // A page that names an earlier version gets what applies now.
  const late = await world.request(`/own-texts/de-${first!['de']}.json`)
  expect([late.headers.get('cache-control'), ((await late.json()) as Record<string, unknown>)[id]]).toEqual([
    'no-store',
    ['Hinein'],
  ])
})

test('texts that another server has saved apply here without a restart', async () => {
  const { world, set } = await operated()
  await set({ languages: ['fr'] })
  const inFrench = await refusalIn(world, 'en')
  await saveElsewhere(world, { languages: ['de'] })
  await expect.poll(() => refusalIn(world, 'en'), { timeout: 15_000 }).not.toBe(inFrench)
  expect(await languageAt(world, '/welcome', 'en')).toBe('de')
})

test('a text needs the same values, variants and tags, and has to be one of ours', async () => {
  const { client, set } = await operated()
  const COUNT = '{count, plural, one {# new notification} other {# new notifications}}'
  const receipt = 'Receipt: {amount, number, price}'
  const cases: [text: string, replacement: string, problem: RegExp][] = [
    ['No such text', 'Anything', /no longer has this text/],
    [RESET, 'Reset your password', /^Keep \{brand\}\.$/],
    [RESET, 'Reset {brand} {password}', /^\{password\} isn’t one of its values\.$/],
    [RESET, 'Reset {brand', /ICU message/],
    [RESET, 'Reset\n{brand}', /on one line/],
    [RESET, 'Reset {brand, date, long}', /We don’t know \{brand, date, long\}/],
    [RESET, '{viewer} {brand}', /We don’t know \{viewer\}/],
    [RESET, '{viewer, select, woman {{brand}}}', /needs a variant “other”/],
    [RESET, '{brand} <0>now</0>', /Its tags differ/],
    [COUNT, '{count} things', /It needs \{count, plural, …\}/],
    [receipt, 'Receipt over {amount}', /We don’t know \{amount\}/],
    [RESET, '   ', /This field is required/],
  ]
  for (const [text, replacement, problem] of cases)
    await expect(set({ replacements: { de: [{ text, replacement }] } })).rejects.toMatchObject({
      details: {
        errors: [
          { path: 'configuration.texts.replacements.de.0.replacement', msg: expect.stringMatching(problem) as string },
        ],
      },
    })
  await set({
    replacements: {
      de: [
        { text: RESET, replacement: '{viewer, select, woman {Neue} other {Neu}} {brand}' },
        { text: COUNT, replacement: '{count, plural, =0 {Nichts} other {# Neue}}' },
        { text: receipt, replacement: 'Beleg: {amount, number, price}' },
      ],
    },
  })
  expect((await client.listTexts({ query: { language: 'de', only: 'replaced' } })).data.texts).toHaveLength(3)
})

test('a text is replaced once, and at most 500 are', async () => {
  const { set } = await operated()
  const twice = { text: 'Sign in', replacement: 'Rein' }
  await expect(set({ replacements: { de: [twice, twice] } })).rejects.toMatchObject({ status: 400 })
  const many = Array.from({ length: 501 }, (_, at) => ({ text: `Text ${at}`, replacement: 'x' }))
  await expect(set({ replacements: { de: many } })).rejects.toMatchObject({
    details: { errors: [{ path: 'configuration.texts.replacements.de', msg: 'At most 500 replaced texts.' }] },
  })
})

test('a replacement whose text is gone is listed, harmless, and can be removed', async () => {
  const { world, client, set } = await operated()
  const gone = { text: 'A text of an earlier version', replacement: 'Unser Text' }
  await set({ replacements: { de: [{ text: 'Sign in', replacement: 'Rein da' }] } })
  // As an update leaves it.
  await saveElsewhere(world, { replacements: { de: [gone] } })
  const listed = (await client.listTexts({ query: { language: 'de', only: 'replaced' } })).data
  expect(listed).toEqual({
    texts: [{ text: gone.text, ours: null, onScreens: false, inMessages: false }],
    total: 1,
  })
  const saved = (await client.getConfiguration()).data.configuration.texts?.replacements?.de ?? []
  expect(saved.map(({ text }) => text)).toEqual([gone.text])
  await set({ languages: ['de'], replacements: { de: saved } })
  await set({ languages: ['de'] })
  await expect(set({ replacements: { de: saved } })).rejects.toMatchObject({ status: 400 })
})

test('texts are found by their words in the language, and name their place', async () => {
  const { client, world } = await operated()
  const found = async (search: string, language: 'de' | 'en' = 'de') =>
    (await client.listTexts({ query: { language, search } })).data
  const { texts } = await found('passwort zurücksetzen')
  expect(texts.length).toBeGreaterThan(0)
  expect(texts.every(({ ours }) => /passwort/i.test(ours ?? ''))).toBe(true)
  expect((await found(RESET, 'en')).texts).toEqual([{ text: RESET, ours: RESET, onScreens: false, inMessages: true }])
  const all = await found('')
  expect([all.texts.length, all.total > 3000]).toEqual([50, true])
  const next = await client.listTexts({ query: { language: 'de', from: '50' } })
  expect(next.data.texts[0]).not.toEqual(all.texts[0])
  const { client: member } = await world.member()
  await expect(member.listTexts({ query: { language: 'de' } })).rejects.toMatchObject({ status: 403 })
})

test('a language goes out as a .po file and comes back, and only what differs is a replacement', async () => {
  const { client, set } = await operated()
  await set({ replacements: { de: [{ text: RESET, replacement: 'Neuer Schlüssel für {brand}' }] } })
  const params = { language: 'de' as const }
  const { po } = (await client.exportTexts({ params })).data
  expect(po).toContain('msgstr "Neuer Schlüssel für {brand}"')
  const own = [{ text: RESET, replacement: 'Neuer Schlüssel für {brand}' }]
  const same = await client.importTexts({ params, body: { po, replacements: own } })
  expect(same.data).toEqual({ replacements: own, problems: [] })
  const changed = po
    .replace('msgstr "Neuer Schlüssel für {brand}"', 'msgstr "Schlüssel: {brand}"')
    .replace(/msgid "Sign in"\nmsgstr "[^"]*"/, 'msgid "Sign in"\nmsgstr "Rein da"')
  const read = await client.importTexts({ params, body: { po: changed, replacements: own } })
  expect(read.data.problems).toEqual([])
  expect(read.data.replacements).toHaveLength(2)
  expect(read.data.replacements).toEqual(
    expect.arrayContaining([
      { text: RESET, replacement: 'Schlüssel: {brand}' },
      { text: 'Sign in', replacement: 'Rein da' },
    ]),
  )
  await set({ replacements: { de: read.data.replacements } })
  const broken = `msgid "${RESET}"\nmsgstr "Ohne Namen"\n\nmsgid "Nothing of ours"\nmsgstr "Nichts"\n`
  expect((await client.importTexts({ params, body: { po: broken, replacements: [] } })).data).toEqual({
    replacements: [],
    problems: [
      { text: RESET, problem: 'Keep {brand}.' },
      { text: 'Nothing of ours', problem: expect.stringContaining('no longer has this text') as string },
    ],
  })
  await expect(
    client.importTexts({ params: { language: 'ar' }, body: { po: changed, replacements: [] } }),
  ).rejects.toThrow('This file is in German.')
  await expect(client.importTexts({ params, body: { po: '<html>', replacements: [] } })).rejects.toMatchObject({
    status: 400,
  })
})

const entries = (form: string) => form.repeat(Math.floor(5_900_000 / form.length))

test.each([
  ['empty lines alone', '\n'.repeat(1_000_000), /isn’t a .po file/],
  ['empty lines', `msgid "a"\n${'\n'.repeat(1_000_000)}`, /too large/],
  ['indented entries', entries(' msgid "x"\n  msgstr "y"\n'), /too large/],
  ['entries that are no longer used', `msgid "a"\n${entries('#~ msgid "x"\n#~ msgstr "y"\n')}`, /too large/],
  ['sections before the first text', `${'x\n\n'.repeat(1_000_000)}msgid "a"\nmsgstr "b"\n`, /too large/],
  ['a header of many lines', `msgid ""\n${'"a"\n'.repeat(300_000)}\nmsgid "a"\nmsgstr "b"\n`, /too large/],
])(
  'a .po file of %s is refused, and a call at that moment is answered',
  async (_what, po, message) => {
    const { client, world } = await operated()
    const imported = client.importTexts({ params: { language: 'de' }, body: { po, replacements: [] } })
    await Promise.all([expect(imported).rejects.toMatchObject({ status: 400, message }), world.client().getStatus()])
  },
  60_000,
)

test('tags of HTML in many replaced texts keep no one waiting', async () => {
  const { client, set, world } = await operated()
  const pages = Array.from({ length: 20 }, (_, at) => ({ language: 'de' as const, search: 'a', from: String(50 * at) }))
  const found = await Promise.all(pages.map((query) => client.listTexts({ query })))
  const plain = found
    .flatMap(({ data }) => data.texts)
    .filter(({ text, ours }) => !/[{<]/.test(text + ours))
    .slice(0, 300)
  expect(plain).toHaveLength(300)
  // Those that aren't closed stay as they are.
  const [open, closed] = ['<a>'.repeat(1333), `${'<a>'.repeat(1331)}</a>`]
  const replaced = plain.map(({ text, context }, at) => ({
    text,
    ...(context ? { context } : {}),
    replacement: at % 2 === 0 ? open : closed,
  }))
  await set({ replacements: { de: replaced } })
  const shown = Object.values((await (await words(world, 'de')).json()) as Record<string, string[]>)
  expect(new Set(shown.map(([text]) => text))).toEqual(new Set([open, `${'<\u2060a>'.repeat(1331)}</a>`]))
})

test('the first paint has the operator’s words, as text', async () => {
  const { set } = await operated()
  const built = '<p>Sign in</p><!--first--><a title="Sign in">Sign in</a> <b>Sign in here</b><!--/first-->'
  await set({ replacements: { en: [{ text: 'Sign in', replacement: 'Rein <da> %BRAND%' }] } })
  const words = 'Rein &#60;da&#62; &#37;BRAND&#37;'
  expect(withOwnTexts(built, 'en')).toBe(
    `<p>Sign in</p><!--first--><a title="${words}">${words}</a> <b>Sign in here</b><!--/first-->`,
  )
  expect(withOwnTexts(built, 'de')).toBe(built)
})
