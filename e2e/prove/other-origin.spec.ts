import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expectNoAxeFindings } from '../measures.ts'
import {
  administrator,
  callsOf,
  separateOrigins,
  newMember,
  expect,
  giveReason,
  goToMatch,
  linkIn,
  mailTo,
  openLive,
  picture,
  reloadOffline,
  test,
} from '../world.ts'

// The web app on a static file host with its API on another origin. Any console error fails these journeys.

test.use({ baseURL: separateOrigins.api })

type Account = { email: string; password: string }

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto(`${separateOrigins.web}/signin`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(new RegExp(`^${separateOrigins.web}/(discover|onboarding|dashboard)$`))
}

/** Expects this many photos from the API, all of them loaded. */
async function expectPictures(page: Page, count = 1): Promise<void> {
  const pictures = async () => {
    const all = await page
      .locator(`img[src^="${separateOrigins.api}/api/v1/pictures/"]`)
      .evaluateAll((images) =>
        (images as HTMLImageElement[])
          .filter(({ complete }) => complete)
          .map(({ naturalWidth }) => (naturalWidth > 0 ? 'there' : 'broken')),
      )
    return all.length < count ? `${all.length} of ${count}` : [...new Set(all)]
  }
  await expect.poll(pictures).toEqual(['there'])
}

test('two members meet, see each other and chat, with web and API on different origins', async ({ page }) => {
  const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' }, { gender: 'man' })]
  await ben.client.choose({ body: { userId: ada.user._id, action: 'like' } })
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await signIn(page, ada)
  await openLive(page, `${separateOrigins.web}/members/${ben.user._id}`)
  await expectPictures(page)
  await page.getByRole('button', { name: 'Like', exact: true }).click()
  await goToMatch(page)
  await page.getByLabel('Message to Ben').fill('Do you know the bakery')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('log').getByText('Sent', { exact: true })).toBeVisible()
  const params = { id: new URL(page.url()).pathname.split('/').at(-1)! }
  const texts = async () => (await ben.client.listMessages({ params })).data.messages.map(({ text }) => text)
  expect(await texts()).toEqual(['Do you know the bakery'])
  await ben.client.sendMessage({ params, body: { clientId: randomUUID(), text: 'The one by the river?' } })
  // The message arrives earlier than the page would refetch on its own.
  await expect(page.getByRole('log').getByText('The one by the river?')).toBeVisible()
  expect(sockets).toContainEqual(expect.stringMatching(`^${separateOrigins.api.replace('http', 'ws')}/socket/`))
})

test('a photo is uploaded and shown', async ({ page }) => {
  await signIn(page, await newMember(page))
  await page.goto(`${separateOrigins.web}/profile`)
  await expectPictures(page, 1)
  await page.getByRole('button', { name: /^Photos/ }).click()
  await page.getByLabel('Choose photos').setInputFiles([{ name: 'two.png', mimeType: 'image/png', buffer: picture }])
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'Photo 2' })).toBeVisible()
  await expectPictures(page, 2)
})

async function fileFrom(page: Page, button: string, then = async () => {}): Promise<string> {
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  await then()
  return readFile(await (await file).path(), 'latin1')
}

test('the data export email leads to the web, which downloads the file', async ({ page }) => {
  const ada = await newMember(page)
  await signIn(page, ada)
  await page.goto(`${separateOrigins.web}/settings#export`)
  await page.getByRole('button', { name: 'Send me my data' }).click()
  const mail = await mailTo(page, ada.email, /data is ready/)
  await page.goto(`${separateOrigins.web}${linkIn(mail)}`)
  expect(mail).toContain(page.url())
  // The first bytes of an archive. For unknown paths, the host would send its page instead.
  expect(await fileFrom(page, 'Download file')).toMatch(/^PK/)
})

test('an administrator downloads the list of users', async ({ page }) => {
  await newMember(page)
  await signIn(page, administrator)
  await page.goto(`${separateOrigins.web}/users`)
  expect(
    await fileFrom(page, 'Export', () => giveReason(page, 'The yearly count.', ['Export users', 'Export'])),
  ).toMatch(/^id,firstName,lastName,email/)
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to load|WebSocket/ })
  test('the app still opens', async ({ page }) => {
    await signIn(page, await newMember(page))
    await page.goto(`${separateOrigins.web}/matches`)
    await reloadOffline(page)
  })
})

test('premium is bought on a page with its own policy', async ({ page }) => {
  await signIn(page, await newMember(page))
  await page.goto(`${separateOrigins.web}/premium/checkout?plan=monthly`)
  const policy = page.locator('meta[http-equiv="Content-Security-Policy"]')
  await expect(policy).toHaveAttribute('content', /https:\/\/js\.stripe\.com/)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: /^Pay €/ }).click()
  await expect(page.getByText('Thank you! Premium is active')).toBeVisible()
  await page.goto(`${separateOrigins.web}/premium`)
  await expect(policy).not.toHaveAttribute('content', /stripe/)
})

test.describe('a page of a third origin', () => {
  test.use({ expectedErrors: /CORS policy|ERR_FAILED|WebSocket|status of 400/ })

  /** Tries what a foreign page could do: read a response, send JSON, and open a socket. */
  const reach = (page: Page) =>
    page.evaluate(async (api) => {
      const status = (response: Promise<Response>) =>
        response.then(
          (answer) => answer.status,
          () => 'refused',
        )
      const json = { 'content-type': 'application/json' }
      const socket = new Promise((resolve) => {
        const opened = new WebSocket(`${api.replace('http', 'ws')}/socket/?EIO=4&transport=websocket`)
        opened.addEventListener('open', () => resolve('open'))
        opened.addEventListener('error', () => resolve('refused'))
      })
      return {
        read: await status(fetch(`${api}/api/v1/status`, { credentials: 'include' })),
        sent: await status(fetch(`${api}/api/v1/auth/login`, { method: 'POST', headers: json, body: '{}' })),
        socket: await socket,
      }
    }, separateOrigins.api)

  test("can't read anything the web can", async ({ page }) => {
    await page.goto(separateOrigins.stranger)
    expect(await reach(page)).toEqual({ read: 'refused', sent: 'refused', socket: 'refused' })
    await page.goto(`${separateOrigins.web}/faqs`)
    expect(await reach(page)).toEqual({ read: 200, sent: 400, socket: 'open' })
  })
})

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100"><rect width="400" height="100" fill="#225"/></svg>'

// Both change the configuration of the same server.
test.describe.serial('its configuration', () => {
  test('an administrator gives the site its own look, which visitors see on both origins in both themes', async ({
    page,
  }) => {
    await signIn(page, administrator)
    await page.goto(`${separateOrigins.web}/configuration?section=look`)
    const accent = page.getByRole('textbox', { name: 'Accent', exact: true })
    await accent.fill('#ffe600')
    await expect(page.getByText(/^Accent on the page, light theme: 1\.\d : 1, needs 3 : 1\.$/)).toBeVisible()
    await page.getByRole('button', { name: /^Use #/ }).click()
    await expect(accent).toHaveValue(/^#[0-9a-f]{6}$/)
    await accent.fill('#1d4ed8')
    await page.getByLabel('Choose a file: Logo').setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(LOGO),
    })
    await expect(page.getByRole('img', { name: 'Logo', exact: true })).toBeVisible()
    await page.getByLabel('Headline').fill('Climb together')
    await expect(page.locator('[data-preview=dark]').first()).toContainText('Climb together')
    await expect(page.locator('[data-preview=light]').first()).toContainText('Climb together')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved. Your changes are live.')).toBeVisible()
    const join = page.getByRole('link', { name: 'Join for free' }).first()
    for (const origin of [separateOrigins.web, separateOrigins.api])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto(`${origin}/welcome`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Climb together')
        if (colorScheme === 'light') await expect(join).toHaveCSS('background-color', 'rgb(29, 78, 216)')
        else await expect(join).toHaveCSS('color', 'rgb(22, 15, 15)')
        const mark = page.locator('.logo_mark').first()
        await expect(mark).toHaveCSS('background-image', /\/look\/[0-9a-f]{32}-640x160\.png/)
        await expectNoAxeFindings(page, `${origin}/welcome`)
      }
    const first = await (await page.request.get(`${separateOrigins.api}/welcome`)).text()
    expect(first.slice(0, 800)).toContain('--ember-600:#1d4ed8')
    expect(first.slice(first.indexOf('data-first'))).toContain('Climb together')
    // The other journeys on this server see Kindred's own look.
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${separateOrigins.web}/configuration?section=look`)
    await accent.fill('')
    await page.getByRole('button', { name: 'Remove: Logo' }).click()
    await page.getByLabel('Headline').fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved. Your changes are live.')).toBeVisible()
    await page.goto(`${separateOrigins.web}/welcome`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meet someone who’d choose you, too')
  })

  test('an operator’s words for our texts also reach pages on another host', async ({ page }) => {
    const { token } = (await callsOf(page).login({ body: administrator })).data
    const address = `${separateOrigins.api}/api/v1/admin/configuration`
    const headers = { authorization: `Bearer ${token}` }
    const { data } = (await (await page.request.get(address, { headers })).json()) as {
      data: { configuration: Record<string, unknown> }
    }
    const put = (texts: object) =>
      page.request.put(address, { headers, data: { configuration: { ...data.configuration, ...texts } } })
    const replacement = { text: 'Skip to content', replacement: 'Jump ahead' }
    expect((await put({ texts: { languages: ['en', 'de'], replacements: { en: [replacement] } } })).status()).toBe(200)
    await page.goto(`${separateOrigins.web}/signin?lang=fr`)
    await expect(page.getByRole('link', { name: 'Jump ahead' })).toBeAttached()
    await expect(page.getByRole('combobox', { name: 'Language' }).getByRole('option')).toHaveText([
      'English',
      'Deutsch',
    ])
    await put({})
  })
})
