import { directionOf, languages } from '@kindred/contract/languages'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { heads } from '../../src/http/heads.ts'
import { write } from '../../src/infra/language/write.ts'
import { shared, startWorld, type World } from '../world.ts'

// A page is in the right language from its first byte.

const world = shared(() => startWorld({ env: { PUBLIC_URL: 'https://nest.example', PUBLIC_TRANSPARENCY: 'on' } }))

type Asking = { cookie?: string; accepts?: string }

const headersOf = ({ cookie, accepts }: Asking) => ({
  ...(cookie === undefined ? {} : { cookie }),
  ...(accepts === undefined ? {} : { 'accept-language': accepts }),
})

const ask = async ({ request }: World, path: string, asking: Asking = {}) => {
  const answer = await request(path, { headers: headersOf(asking) })
  return { status: answer.status, vary: answer.headers.get('vary'), html: await answer.text() }
}

const languageIn = (html: string) => /^<!doctype html>\n<html lang="([^"]*)" dir="([^"]*)">/.exec(html)?.slice(1)

test('a page is in the language of its link, before that of the cookie, before that of the browser', async () => {
  const all: Asking = { cookie: 'theme=dark; lang=fr', accepts: 'es-MX, en;q=0.5' }
  for (const [path, asking, language] of [
    ['/welcome?lang=ar', all, 'ar'],
    ['/welcome', all, 'fr'],
    ['/welcome?lang=tlh', all, 'fr'],
    ['/welcome', { ...all, cookie: 'lang=' }, 'es'],
    ['/welcome', { accepts: 'nl' }, 'en'],
    ['/', {}, 'en'],
    ['/users?lang=pt', {}, 'pt-BR'],
    ['/premium/checkout?lang=de', {}, 'de'],
    ['/no/such/page', { accepts: 'de-CH' }, 'de'],
  ] as const) {
    const { html } = await ask(await world(), path, asking)
    expect([path, languageIn(html)]).toEqual([path, [language, directionOf(language)]])
  }
})

test('a page says what its language depends on', async () => {
  for (const path of ['/welcome', '/users', '/manifest.webmanifest']) {
    const { vary } = await ask(await world(), path)
    expect([path, vary]).toEqual([path, expect.stringContaining('accept-language, cookie')])
  }
})

test('an operator chooses the language for browsers that ask for none that there is', async () => {
  const own = await startWorld({ env: { DEFAULT_LANGUAGE: 'pt-BR' } })
  expect(languageIn((await ask(own, '/welcome', { accepts: 'nl' })).html)).toEqual(['pt-BR', 'ltr'])
  expect(languageIn((await ask(own, '/welcome', { accepts: 'fr' })).html)).toEqual(['fr', 'ltr'])
})

test('link previews and search engines learn the language, and public pages name the others', async () => {
  const { html } = await ask(await world(), '/faqs?lang=ar')
  expect(html).toContain('<meta property="og:locale" content="ar_AR" />')
  const alternates = [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)" \/>/g)]
  expect(alternates.map(([, language, href]) => [language, href])).toEqual([
    ...languages.map((language) => [language, `https://nest.example/faqs?lang=${language}`]),
    ['x-default', 'https://nest.example/faqs'],
  ])
  for (const path of ['/users', '/members/1?lang=de', '/login', '/reset-password'])
    expect([path, (await ask(await world(), path)).html]).toEqual([path, expect.not.stringContaining('hreflang')])
})

test('each page has its title and description in every language', async () => {
  for (const language of languages)
    for (const [path, { title, description }] of Object.entries(heads)) {
      const { html } = await ask(await world(), `${path}?lang=${language}`)
      const [heading, lead] = [title, description].map((text) =>
        write(language, text).replaceAll('%BRAND%', 'Kindred').replaceAll('%AGE%', '18').replaceAll("'", '&#39;'),
      )
      expect([path, html]).toEqual([path, expect.stringContaining(`<title>${heading}</title>`)])
      expect([path, html]).toEqual([path, expect.stringContaining(`<meta name="description" content="${lead}" />`)])
      expect([path, write(language, description) === description]).toEqual([path, language === 'en'])
    }
})

test('the manifest is in the language of the page that names it', async () => {
  const { html } = await ask(await world(), '/welcome', { accepts: 'ar' })
  const [, address = ''] = /<link rel="manifest" href="([^"]+)"/.exec(html) ?? []
  const manifest = await (await (await world()).request(address)).json()
  expect(manifest).toMatchObject({ lang: 'ar', dir: 'rtl', start_url: '/discover' })
})

test('a page is shown before its scripts run only in its own language', async () => {
  const english = await ask(await world(), '/welcome')
  const others = await Promise.all(
    languages.slice(1).map(async (language) => (await ask(await world(), `/welcome?lang=${language}`)).html),
  )
  const heading = 'Meet someone who’d choose you, too'
  expect(english.html).toContain(heading)
  for (const html of others) expect(html).not.toContain(heading)
})

/** Uses Node's own client, because fetch can't send these headers. */
const send = ({ port }: World, path: string, headers: Record<string, string | string[]>) =>
  new Promise<{ status: number; html: string }>((resolve, reject) => {
    request({ port, path, headers }, (answer) => {
      let html = ''
      answer.on('data', (chunk) => (html += String(chunk)))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, html }))
    })
      .on('error', reject)
      .end()
  })

test('hostile input chooses no language and does not come back in the page', async () => {
  // This text is long enough not to occur in file names by chance.
  const unknown = 'zqxjkvwb'
  const attack = `"><script>alert('${unknown}')</script>`
  const encoded = encodeURIComponent(attack)
  const long = `de${`-${unknown}`.repeat(1300)}`
  const tries: [string, Record<string, string | string[]>][] = [
    [`/welcome?lang=../../${unknown}`, {}],
    ['/welcome?lang[]=de&lang[]=ar', {}],
    [`/welcome?lang=${unknown}&lang=ar`, {}],
    [`/welcome?lang=${encoded}`, { cookie: `lang=${attack}` }],
    [`/welcome?lang=%E0%A4%A`, { 'accept-language': attack }],
    ['/welcome?lang=__proto__', { cookie: 'lang=constructor' }],
    ['/welcome', { cookie: `lang=${encoded}; lang=de`, 'accept-language': `;${','.repeat(5000)}` }],
    ['/welcome', { 'accept-language': `${unknown}-`.repeat(1300) }],
    [`/manifest.webmanifest?lang=${unknown}`, { cookie: [`lang=${unknown}`, 'x=%'] }],
    [`/${encoded}?lang=${unknown}`, {}],
  ]
  for (const [path, headers] of tries) {
    const { status, html } = await send(await world(), path, headers)
    expect([path, status]).toEqual([path, 200])
    expect([path, html]).toEqual([path, expect.stringMatching(/<html lang="en" dir="ltr">|"lang":"en"/)])
    expect([path, html]).toEqual([path, expect.not.stringContaining(unknown)])
  }
  const { html } = await send(await world(), `/welcome?lang=${long}`, {})
  expect(languageIn(html)).toEqual(['de', 'ltr'])
  expect(html).not.toContain(unknown)
})

test('the language for development is for development', async () => {
  expect(languageIn((await ask(await world(), '/welcome?lang=en-XA')).html)).toEqual(['en-XA', 'ltr'])
  expect(languageIn((await ask(await world(), '/', { cookie: 'lang=en-XA' })).html)).toEqual(['en-XA', 'ltr'])
})
