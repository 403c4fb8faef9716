import { ApiError, type Configuration, type Rule } from '@kindred/contract'
import type { Language } from '@kindred/contract/languages'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { write } from '../../src/infra/language/write.ts'
import { inFuture } from '../../../scripts/present.ts'
import { startWorld } from '../world.ts'

async function configured(env: Record<string, string> = {}) {
  const world = await startWorld({ env })
  const { client, user } = await world.administrator()
  const now = async () => (await client.getConfiguration()).data
  const set = async (change: Partial<Configuration>, reason?: string) => {
    const { configuration, version } = await now()
    const body = { configuration: { ...configuration, ...change }, ...(reason ? { reason } : {}) }
    return (await client.changeConfiguration({ body, ifMatch: version })).data
  }
  return { world, client, user, now, set }
}

test('the configuration starts with its defaults', async () => {
  const { world, now } = await configured({ BRAND_NAME: 'Nestling', SUPPORT_EMAIL: 'help@nestling.example' })
  const { version, configuration, changedBy } = await now()
  expect([version, changedBy]).toEqual([0, null])
  expect(configuration).toMatchObject({ brand: 'Nestling', supportEmail: 'help@nestling.example' })
  expect((await world.client().getRules()).data.rules).toEqual(configuration.rules)
})

test('a new brand name appears on every page, in the manifest, in the public status and in the next email', async () => {
  const { world, set } = await configured()
  await set({ brand: 'Nest & $& <ling>', supportEmail: 'care@nest.example' })
  const html = await (await world.request('/welcome')).text()
  expect(html).toContain('Nest &#38; $&#38; &#60;ling&#62;')
  expect(html).not.toContain('Kindred')
  expect(await (await world.request('/manifest.webmanifest')).json()).toMatchObject({ name: 'Nest & $& <ling>' })
  expect((await world.client().getStatus()).settings).toMatchObject({
    brand: 'Nest & $& <ling>',
    supportEmail: 'care@nest.example',
  })
  expect(await (await world.request('/.well-known/security.txt')).text()).toContain('mailto:care@nest.example')
  const { email } = await world.newcomer()
  const [mail] = await world.mailsTo(email)
  expect(mail!.text).toContain('Nest & $& <ling> · care@nest.example')
})

test('our name is in lowercase beside the logo, and an operator’s as they write it', async () => {
  const { world, set } = await configured()
  const welcome = async () => (await world.request('/welcome')).text()
  expect(await welcome()).toContain('>kindred</span>')
  await set({ brand: 'TU München' })
  expect(await welcome()).toContain('>TU München</span>')
})

test('the figures of /home are those of the specification until they are changed or removed', async () => {
  const { world, now, set } = await configured()
  const shown = async () => {
    const html = await (await world.request('/home')).text()
    const settings = /<meta name="settings" content="([^"]*)"/.exec(html)?.[1] ?? ''
    const inPage = JSON.parse(settings.replaceAll('&#34;', '"').replaceAll('&#38;', '&')).figures
    expect((await world.client().getStatus()).settings.figures).toEqual(inPage)
    return inPage
  }
  const asSpecified = [
    { value: '50K+', label: 'Active users' },
    { value: '1K+', label: 'Success stories' },
    { value: '95%', label: 'Satisfaction' },
    { value: '24/7', label: 'Support' },
  ]
  expect(await shown()).toEqual(asSpecified)
  expect((await now()).configuration.figures).toEqual(asSpecified)
  const ours = [{ value: '312', label: 'Members in Porto', translations: { de: 'Mitglieder in Porto' } }]
  await set({ figures: ours })
  expect(await shown()).toEqual([{ value: '312', label: 'Members in Porto', de: 'Mitglieder in Porto' }])
  await set({ figures: [] })
  expect(await shown()).toEqual([])
})

test('rules are read in the language of the call: as the operator put them, else as the catalog does', async () => {
  const { world, now, set } = await configured()
  const german = { title: 'Sei, wer du bist', text: 'Eigene Fotos, ein Konto.' }
  const [first, ...others] = (await now()).configuration.rules
  const saved = await set({ rules: [{ ...first!, translations: { de: german } }, ...others] })
  expect(saved.configuration.rules[0]).toEqual({ ...first, translations: { de: german } })
  const rulesFor = async (accepts: string) => {
    const answer = await world.request('/api/v1/rules', { headers: { 'accept-language': accepts } })
    return (await answer.json()).data.rules
  }
  const fromCatalog = (language: Language, rules: readonly Rule[]) =>
    rules.map(({ title, text }) => ({ title: write(language, title), text: write(language, text) }))
  expect(await rulesFor('de-AT')).toEqual([german, ...fromCatalog('de', others)])
  expect(await rulesFor('fr')).toEqual(fromCatalog('fr', [first!, ...others]))
  expect(await rulesFor('en')).toEqual([first, ...others])
})

test('a canned reply is in the language of its reader: as the operator put it, else as the catalog does', async () => {
  const { world, client, now, set } = await configured()
  const [first, second, ...others] = (await now()).configuration.cannedReplies
  const textsFor = async (language?: Language) =>
    (await client.listCannedReplies({ query: { language } })).data.replies.map(({ text }) => text)
  expect(await textsFor()).toEqual([first!.text, second!.text, ...others.map(({ text }) => text)])
  expect((await textsFor('ar')).at(0)).toMatch(/^[\u0600-\u06ff]+ \{name\}/)
  const own = { ...second!, text: 'Look at {this', translations: { fr: 'Salut {name' } }
  await set({ cannedReplies: [first!, own] })
  expect((await textsFor('de')).map((text) => text.slice(0, 16))).toEqual(['Hallo {name}, da', 'Look at {this'])
  expect((await textsFor('fr')).at(1)).toBe('Salut {name')
  await expect((await world.member()).client.listCannedReplies({ query: {} })).rejects.toMatchObject({ status: 403 })
  await expect(client.listCannedReplies({ query: { language: 'nl' as 'de' } })).rejects.toMatchObject({ status: 400 })
})

test('staff learn in which language to answer a report, and members nothing more than before', async () => {
  const { world, client, set, now } = await configured()
  const ada = await world.dater()
  await ada.client.setLanguage({ body: { language: 'es' } })
  const body = { problem_type: 'Other' as const, description: 'It is about the weather.' }
  const { report } = (await ada.client.createReport({ body })).data
  expect(report.user).not.toHaveProperty('language')
  const params = { id: report._id }
  expect((await client.getReport({ params, reason: 'To answer it.' })).data.report.user.language).toBe('es')
  const [reply] = (await now()).configuration.cannedReplies
  const translations = { es: 'Hola {name}, gracias.' }
  const saved = await set({ cannedReplies: [{ ...reply!, translations }] })
  expect(saved.configuration.cannedReplies).toEqual([{ ...reply, translations }])
})

test('when two administrators save at once, one wins and the other learns who did', async () => {
  const { client, now } = await configured()
  const { configuration, version } = await now()
  const attempts = await Promise.allSettled(
    ['One', 'Two', 'Three'].map((brand) =>
      client.changeConfiguration({ body: { configuration: { ...configuration, brand } }, ifMatch: version }),
    ),
  )
  const lost = attempts.flatMap((each) => (each.status === 'rejected' ? [each.reason as ApiError] : []))
  expect(lost.map(({ code }) => code)).toEqual(['conflict', 'conflict'])
  expect(lost[0]!.message).toContain('Ines Marlowe')
  expect((await now()).version).toBe(1)
})

test('every version is kept with its author, reason and changes; an old one applies again when saved', async () => {
  const { world, client, now, set } = await configured()
  await set({ brand: 'Second' }, 'A better name')
  await set({ prices: { monthly: 990, quarterly: 2490, annual: 7990 } })
  expect((await set({})).version).toBe(2)
  const { versions } = (await client.listConfigurationVersions()).data
  expect(versions.map(({ version, changed, reason }) => [version, changed, reason])).toEqual([
    [2, ['prices'], null],
    [1, ['brand'], 'A better name'],
  ])
  const { configuration } = (await client.getConfigurationVersion({ params: { version: '0' } })).data
  expect(configuration.brand).toBe('Kindred')
  await set(configuration)
  expect((await now()).configuration.brand).toBe('Kindred')
  await expect(client.getConfigurationVersion({ params: { version: '9' } })).rejects.toMatchObject({ status: 404 })
  const { entries } = (await client.listAudit({ query: { action: 'configuration.changed' } })).data
  expect(entries.at(-1)!.details).toMatchObject({ version: 1, brand: { before: 'Kindred', after: 'Second' } })
  expect(entries.at(-1)!.reason).toBe('A better name')
  for (const statement of ["update configurations set reason = 'x'", 'delete from configurations'])
    await expect(sql.raw(statement).execute(world.deps.db)).rejects.toThrow('stays as it was')
})

const wrong: [what: string, change: (now: Configuration) => unknown, path: string][] = [
  ['no name', (now) => ({ ...now, brand: ' ' }), 'configuration.brand'],
  ['an invalid address', (now) => ({ ...now, supportEmail: 'me' }), 'configuration.supportEmail'],
  ['a zero price', (now) => ({ ...now, prices: { ...now.prices, annual: 0 } }), 'configuration.prices.annual'],
  ['half a cent', (now) => ({ ...now, prices: { ...now.prices, annual: 100.5 } }), 'configuration.prices.annual'],
  ['no rules', (now) => ({ ...now, rules: [] }), 'configuration.rules'],
  [
    'a code twice',
    (now) => ({ ...now, cannedReplies: [now.cannedReplies[0], now.cannedReplies[0]] }),
    'configuration.cannedReplies',
  ],
  [
    'a word that is none',
    (now) => ({ ...now, wordLists: { ...now.wordLists, hate: ['*'] } }),
    'configuration.wordLists.hate.0',
  ],
  [
    'a rule in a language that there is none of',
    ({ rules: [first, ...others], ...now }) => ({
      ...now,
      rules: [{ ...first, translations: { nl: first } }, ...others],
    }),
    'configuration.rules.0.translations.nl',
  ],
  [
    'half a rule in another language',
    ({ rules: [first, ...others], ...now }) => ({
      ...now,
      rules: [{ ...first, translations: { de: { title: 'Sei du', text: '' } } }, ...others],
    }),
    'configuration.rules.0.translations.de.text',
  ],
  ['an unknown field', (now) => ({ ...now, colour: 'red' }), 'configuration.colour'],
]

test('invalid values are refused with their path', async () => {
  const { client, now } = await configured()
  const { configuration } = await now()
  for (const [what, change, path] of wrong) {
    const body = { configuration: change(configuration) as Configuration }
    const refused = (await client.changeConfiguration({ body }).catch((error: unknown) => error)) as ApiError
    expect([what, refused.status, refused.details.errors?.[0]?.path]).toEqual([what, 400, path])
  }
  expect((await now()).version).toBe(0)
})

test('listed words make a report urgent and warn a reader', async () => {
  const { world, client, now, set } = await configured()
  const [ada, ben] = [await world.dater(), await world.dater({ firstName: 'Ben' })]
  const matchId = await world.matched(ada, ben)
  const priorityOf = async (description: string) =>
    (await ada.client.createReport({ body: { problem_type: 'Other', description } })).data.report.priority
  expect(await priorityOf('He speaks of axolotls all day')).toBe('other')
  await set({ wordLists: { ...(await now()).configuration.wordLists, threats: ['axolotl*'], money: ['newt'] } })
  expect(await priorityOf('He spoke of AXOLOTLS again')).toBe('critical')
  await ben.client.sendMessage({ params: { id: matchId }, body: { clientId: crypto.randomUUID(), text: 'A newt?' } })
  const { messages } = (await ada.client.listMessages({ params: { id: matchId } })).data
  expect(messages[0]!.nudge).toBe('money')
  expect((await client.listReports()).data.reports[0]!.priority).toBe('critical')
})

test('a change requires an administrator and a recent confirmation', async () => {
  const { world, client, user, now } = await configured()
  const member = await world.member()
  await expect(member.client.getConfiguration()).rejects.toMatchObject({ status: 403 })
  const { configuration } = await now()
  const change = { body: { configuration } }
  await expect(member.client.changeConfiguration(change)).rejects.toMatchObject({ code: 'forbidden' })
  await world.deps.db
    .updateTable('sessions')
    .set({ elevated_at: inFuture(-16 * 60_000) })
    .where('account_id', '=', user._id)
    .execute()
  await expect(client.changeConfiguration(change)).rejects.toMatchObject({ code: 'step_up_required' })
})

test('the largest valid configuration can be saved', async () => {
  const { set } = await configured()
  const text = 'Öl '.repeat(300).trim()
  const inOthers = <Text>(each: Text) => ({ de: each, fr: each, es: each, 'pt-BR': each, ar: each })
  const rules = Array.from({ length: 30 }, (_, at) => {
    const rule = { title: `Rule ${at}`, text }
    return { ...rule, translations: inOthers(rule) }
  })
  const cannedReplies = Array.from({ length: 50 }, (_, at) => ({
    code: `code-${at}`,
    title: `Reply ${at}`,
    text: `${text} ${text}`,
    translations: inOthers(`${text} ${text}`),
  }))
  expect((await set({ rules, cannedReplies })).configuration.cannedReplies).toHaveLength(50)
})
