import { type Look, type LookUse, iconFile } from '@kindred/contract'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pagePolicy } from '../../src/http/headers.ts'
import { configure } from '../configuring.ts'
import { shared, startWorld, type World } from '../world.ts'

const anyWorld = shared(async () => {
  const world = await startWorld()
  return { world, ...(await world.administrator()) }
})

/** A world without a look. */
async function operated() {
  const { world, client, token } = await anyWorld()
  const set = (look: Look | undefined) => configure(client, { look })
  await set(undefined)
  return { world, client, token, set, upload: uploader(world, token) }
}

const uploader =
  (world: World, token?: string) =>
  async (use: LookUse | 'other', bytes: Uint8Array | string, name = 'file') => {
    const form = new FormData()
    form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
    const answer = await world.request(`/api/v1/admin/look/${use}`, {
      method: 'POST',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: form,
    })
    const body = (await answer.json()) as { data?: { file: string }; message?: string }
    return { status: answer.status, file: body.data?.file ?? '', body }
  }

const svg = (content: string, more = 'width="200" height="50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${more}>${content}</svg>`
const GREEN = '<rect width="200" height="50" fill="#00aa00"/>'
const square = (size: number, background = '#c0563a') =>
  sharp({ create: { width: size, height: size, channels: 3, background } })
    .png()
    .toBuffer()

const bytesOf = async (world: World, file: string) =>
  Buffer.from(await (await world.request(`/look/${file}`)).arrayBuffer())
const pixel = async (bytes: Buffer, left: number, top: number) => [
  ...(await sharp(bytes).ensureAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
]

const htmlOf = async (world: World, path: string, language = 'en') =>
  (await world.request(path, { headers: { 'accept-language': language } })).text()

test('without a look, no page, manifest or status mentions one', async () => {
  const { world } = await operated()
  const html = await htmlOf(world, '/welcome')
  const head = html.slice(0, html.indexOf('</head>'))
  expect(head).not.toMatch(/<style>|data-logo|apple-touch-icon|\/look\//)
  expect(head).toContain('<link rel="icon" href="/icon.svg" type="image/svg+xml" />')
  expect((await world.client().getStatus()).settings).not.toHaveProperty('look')
})

test('colors are in the first bytes of every page, and the policy stays as it is', async () => {
  const { world, set } = await operated()
  await set({ accent: '#1D4ED8', second: '#7a1fa2' })
  for (const path of ['/welcome', '/login', '/discover', '/dashboard', '/terms']) {
    const answer = await world.request(path)
    const html = await answer.text()
    expect(html.slice(0, 600)).toContain('<style>:root:root{--ember-100:')
    expect(html.slice(0, html.indexOf('</head>'))).toContain('--accent:#1d4ed8;')
    expect(answer.headers.get('content-security-policy')).toBe(pagePolicy)
  }
  const { look } = (await world.client().getStatus()).settings
  expect(look?.style).toContain('--ember-600:#1d4ed8')
  await set(undefined)
  expect(await htmlOf(world, '/welcome')).not.toContain('#1d4ed8')
  expect((await world.client().getStatus()).settings).not.toHaveProperty('look')
})

test('colors that can’t be read are refused by name, with a color that is accepted', async () => {
  const { set } = await operated()
  const refused = await set({ accent: '#fefefe', second: '#ffe600' }).then(
    () => [],
    ({ details }: { details: { errors: { path: string; msg: string }[] } }) => details.errors,
  )
  expect(refused.map(({ path }) => path)).toEqual(['configuration.look.accent', 'configuration.look.second'])
  expect(refused[0]!.msg).toMatch(
    /^Accent on cards, light theme: 1\.0 : 1, needs 3 : 1\. The nearest color that works is #[0-9a-f]{6}\.$/,
  )
  const [accent, second] = refused.map(({ msg }) => /#[0-9a-f]{6}/.exec(msg)![0])
  await expect(set({ accent: accent!, second: second! })).resolves.toBeTruthy()
  await expect(set({ accent: 'red' })).rejects.toMatchObject({ status: 400 })
  await expect(set({ accent: '#1d4ed8;}' })).rejects.toMatchObject({ status: 400 })
})

test('an uploaded logo is drawn, kept forever at its address, and shown on every page', async () => {
  const { world, set, upload } = await operated()
  const { status, file } = await upload('logo', svg(GREEN))
  expect([status, file]).toEqual([201, expect.stringMatching(/^[0-9a-f]{32}-640x160\.png$/)])
  expect((await upload('logo', svg(GREEN))).file).toBe(file)
  const answer = await world.request(`/look/${file}`)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await pixel(await bytesOf(world, file), 10, 10)).toEqual([0, 170, 0, 255])
  await set({ logo: file })
  const html = await htmlOf(world, '/welcome')
  expect(html).toMatch(/^<!doctype html>\s*<html data-logo lang="en" dir="ltr">/i)
  expect(html).toContain(`--logo:url("/look/${file}");--logo-ratio:4;`)
  expect(html).toContain(
    `@media (prefers-color-scheme:dark){:root:root:not([data-theme=light]){--logo:url("/look/${file}")`,
  )
  expect((await world.client().getStatus()).settings.look).toMatchObject({ hasLogo: true })
  await set({ accent: '#1d4ed8' })
  expect((await world.request(`/look/${file}`)).status).toBe(200)
})

test('no script, link or entity of an SVG reaches anyone: only its pixels are kept', async () => {
  const asked: string[] = []
  const stranger = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.end(svg('<rect width="200" height="50" fill="#f00"/>'))
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  const { port } = stranger.address() as AddressInfo
  const away = `http://127.0.0.1:${port}`
  const { world, upload } = await operated()
  const hostile = [
    `<?xml version="1.0"?>\n<!-- > --><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg(`${GREEN}<text y="20">&x;</text>`)}`,
    `<?xml version="1.0"?><!DOCTYPE svg SYSTEM "${away}/dtd">${svg(GREEN)}`,
    svg(`${GREEN}<script>fetch("${away}/script")</script>`),
    svg(`${GREEN}<rect onload="fetch('${away}/onload')" width="1" height="1"/>`),
    svg(`${GREEN}<image xlink:href="${away}/image.png" width="200" height="50"/>`),
    svg(`${GREEN}<image href="file:///etc/passwd" width="200" height="50"/>`),
    svg(`${GREEN}<use xlink:href="${away}/use.svg#a"/>`),
    svg(`<style>@import url("${away}/css"); rect{fill:url("${away}/fill.svg#a")}</style>${GREEN}`),
    svg(`${GREEN}<foreignObject width="200" height="50"><iframe src="${away}/frame"/></foreignObject>`),
    svg(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/>${GREEN}`),
  ]
  for (const bytes of hostile) {
    const { status, file } = await upload('logo', bytes)
    expect([201, 400]).toContain(status)
    if (status === 400) continue
    const drawn = await bytesOf(world, file)
    expect((await sharp(drawn).metadata()).format).toBe('png')
    expect(drawn.includes('127.0.0.1') || drawn.includes('root:')).toBe(false)
  }
  expect(asked).toEqual([])
  stranger.close()
})

test('files that are too large, too small, of another type or exploding are refused with a reason', async () => {
  const { upload } = await operated()
  const laugh = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
  const bomb = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "ha">${laugh}]>${svg('<text>&l9;</text>')}`
  const nested = svg(
    `<defs><g id="a0"><rect width="1" height="1"/></g>${Array.from(
      { length: 12 },
      (_, n) => `<g id="a${n + 1}">${`<use xlink:href="#a${n}"/>`.repeat(10)}</g>`,
    ).join('')}</defs><use xlink:href="#a12"/>`,
  )
  expect((await upload('logo', svg(GREEN, 'width="100000" height="100000"'))).body.message).toMatch(/40 megapixels/)
  expect((await upload('logo', bomb)).status).toBe(400)
  expect([201, 400]).toContain((await upload('logo', nested)).status)
  expect((await upload('logo', '<html><svg></svg></html>')).status).toBe(415)
  expect((await upload('logo', '%PDF-1.7')).status).toBe(415)
  expect((await upload('logo', '')).status).toBe(400)
  expect((await upload('icon', await square(100))).body.message).toMatch(/at least 192 pixels/)
  expect((await upload('icon', (await square(600)).subarray(0, 300))).status).toBe(400)
  expect((await upload('other', await square(600))).status).toBe(404)
  // The server still works.
  expect((await upload('logo', svg(GREEN))).status).toBe(201)
})

test('all icons come from one upload, and the manifest and the pages name them', async () => {
  const { world, set, upload } = await operated()
  const { file } = await upload('icon', await square(600, '#2255cc'))
  expect(file).toMatch(/-512x512\.png$/)
  await set({ icon: file })
  const { icons } = (await (await world.request('/manifest.webmanifest')).json()) as {
    icons: { src: string; sizes: string; purpose?: string }[]
  }
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { src, sizes } of icons) {
    const { width } = await sharp(Buffer.from(await (await world.request(src)).arrayBuffer())).metadata()
    expect(`${width}x${width}`).toBe(sizes)
  }
  const html = await htmlOf(world, '/welcome')
  expect(html).not.toContain('/icon.svg')
  expect(html).toContain(`<link rel="apple-touch-icon" href="/look/${iconFile(file, 180)}" />`)
  expect((await sharp(await bytesOf(world, iconFile(file, 180))).metadata()).width).toBe(180)
})

test('pushes show the operator’s icon', async () => {
  const { world, set, upload } = await operated()
  const icon = async () => {
    const answer = await world.request('/icon-192.png', { redirect: 'manual' })
    return [answer.status, answer.headers.get('location')]
  }
  expect(await icon()).toEqual([200, null])
  const { file } = await upload('icon', await square(512))
  await set({ icon: file })
  expect(await icon()).toEqual([302, `/look/${iconFile(file, 192)}`])
})

test('an icon with transparent corners gets a ground where phones would cut or blacken it', async () => {
  const { world, upload } = await operated()
  const { file } = await upload('icon', svg('<circle cx="50" cy="50" r="40" fill="#00a"/>', 'width="100" height="100"'))
  expect((await pixel(await bytesOf(world, file), 0, 0))[3]).toBe(0)
  expect(await pixel(await bytesOf(world, iconFile(file, 180)), 0, 0)).toEqual([250, 245, 242, 255])
  expect(await pixel(await bytesOf(world, iconFile(file, 'masked')), 0, 0)).toEqual([250, 245, 242, 255])
})

test('the start page has the operator’s words in each language, in its first paint and its description', async () => {
  const { world, set, upload } = await operated()
  const { file } = await upload('welcome', await square(900))
  const { file: preview } = await upload('preview', await square(900))
  await set({
    welcome: {
      headline: 'Climb <together> & $& %BRAND%',
      text: 'A club\nof climbers.',
      translations: { de: { headline: 'Zusammen klettern' } },
      picture: file,
      alt: 'Two "climbers"',
    },
    preview,
  })
  const html = await htmlOf(world, '/welcome')
  expect(html).toContain('<meta name="description" content="A club of climbers." />')
  expect(html).toMatch(new RegExp(`og:image" content="[^"]*/look/${preview}"`))
  expect(html).toContain('Climb &#60;together&#62; &#38; $&#38; &#37;BRAND&#37;')
  const { look } = (await world.client().getStatus()).settings
  expect(look).toEqual({
    preview: `/look/${preview}`,
    words: {
      en: { headline: 'Climb <together> & $& %BRAND%', text: 'A club\nof climbers.', alt: 'Two "climbers"' },
      de: { headline: 'Zusammen klettern' },
    },
    picture: { src: `/look/${file}`, width: 900, height: 900 },
  })
  const german = await htmlOf(world, '/welcome', 'de')
  expect(german).toContain('Zusammen klettern')
  // English runs from left to right on any page, so that its punctuation stays in place.
  expect(german).toContain('<span lang="en" dir="ltr">A club\nof climbers.</span>')
  expect(html).not.toContain('dir="ltr">A club')
  expect(await htmlOf(world, '/terms')).not.toContain('A club of climbers."')
})

test('only staff who may configure can upload, and only stored files can be named', async () => {
  const { world, set, upload } = await operated()
  const picture = await square(600)
  expect((await uploader(world)('logo', picture)).status).toBe(401)
  expect((await uploader(world, (await world.member()).token)('logo', picture)).status).toBe(403)
  const unknown = `${'0'.repeat(32)}-640x160.png`
  await expect(set({ logo: unknown })).rejects.toMatchObject({ status: 400 })
  await expect(set({ logo: '../../secret.png' })).rejects.toMatchObject({ status: 400 })
  const { file } = await upload('logo', picture)
  await set({ logo: file, face: 'system' })
  for (const path of [`/look/${unknown}`, '/look/..%2f..%2fsecret', '/look/', `/look/${file}.html`])
    expect((await world.request(path)).headers.get('content-type')).not.toContain('image/')
})

test('buttons in emails have the accent', async () => {
  const { world, set } = await operated()
  const htmlTo = async () => (await world.mailsTo((await world.newcomer()).email))[0]!.html
  expect(await htmlTo()).toContain('background:rgb(200,62,33);color:white')
  await set({ accent: '#1d4ed8' })
  expect(await htmlTo()).toContain('background:rgb(29,78,216);color:rgb(255,255,255)')
})

test('the back office can restore an earlier look', async () => {
  const { client, set } = await operated()
  await set({ accent: '#1d4ed8' })
  const { version } = (await client.getConfiguration()).data
  await set(undefined)
  const params = { version: String(version) }
  const { configuration } = (await client.getConfigurationVersion({ params })).data
  await set(configuration.look)
  expect((await client.getConfiguration()).data.configuration.look).toEqual({ accent: '#1d4ed8' })
})
