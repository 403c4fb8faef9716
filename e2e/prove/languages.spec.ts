import type { Page } from '@playwright/test'
import { languages } from '@kindred/contract/languages'
import { setLanguage } from '../languages.ts'
import { busiest, desk, expectFits, phone } from '../measures.ts'
import { screens } from '../screens.ts'
import {
  administrator,
  newMember,
  demoMember,
  signInAs,
  expect,
  showPrivateData,
  main,
  reloadOffline,
  test,
} from '../world.ts'

const html = (page: Page) => page.locator('html')
const german = 'Lern Menschen kennen, bei denen es auf beiden Seiten passt'
const select = (page: Page) => page.locator('select').filter({ has: page.locator('option[lang=ar]') })

test('no English is seen before the words of another language are there', async ({ page }) => {
  const seen: string[] = []
  await page.exposeFunction('see', (heading: string) => void seen.push(heading))
  await page.addInitScript(() => {
    const { see } = window as unknown as { see: (heading: string) => void }
    const look = () => document.querySelectorAll('h1').forEach((each) => see(each.textContent))
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
  const answers = Promise.withResolvers<void>()
  // The screen's own texts arrive last.
  await page.route('**/assets/words/**/*-screen.json', async (route) => {
    await answers.promise
    await route.continue()
  })
  // The screen's code contains its English heading.
  const code = page.waitForEvent('requestfinished', async (request) => {
    if (!request.url().endsWith('.js')) return false
    const answer = await request.response()
    return (await answer?.text())?.includes('choose you, too') ?? false
  })
  await page.goto('/welcome?lang=de', { waitUntil: 'commit' })
  await expect(page.locator('[data-first] h1')).toHaveText(german)
  // Without the wait, the page would be rendered as soon as its code has arrived.
  await page.evaluate(
    async (url) => {
      await import(url)
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    },
    (await code).url(),
  )
  await page.waitForLoadState('load')
  answers.resolve()
  await expect(page.locator('[data-first]')).toHaveCount(0)
  await page.getByRole('link', { name: 'Anmelden' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Willkommen zurück' })).toBeVisible()
  await expect.poll(() => [...new Set(seen)]).toEqual([german, 'Willkommen zurück'])
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('a German page stays German after a reload', async ({ page }) => {
    const ada = await newMember(page)
    await ada.client.setLanguage({ body: { language: 'de' } })
    await signInAs(page, ada)
    await page.goto('/settings')
    const heading = page.getByRole('heading', { level: 1, name: 'Einstellungen' })
    await expect(heading).toBeVisible()
    await reloadOffline(page)
    await expect(html(page)).toHaveAttribute('lang', 'de')
    await expect(heading).toBeVisible()
    await expect(page.getByRole('link', { name: 'Entdecken', exact: true }).first()).toBeVisible()
    await expect(page).toHaveTitle(/^Einstellungen · /)
  })
})

test('from right to left, every screen has a title in its language, and nothing overlaps or is cut off', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await setLanguage(page, 'ar')
  // every-screen.spec.ts checks that all titles are translated. A full proof also checks each one in Arabic.
  for (const [who, paths] of Object.entries(process.env['PROVE'] === 'full' ? screens : busiest)) {
    if (who !== 'visitor') await signInAs(page, who === 'member' ? demoMember : administrator)
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      // Two titles are names, which aren't translated.
      if (!['/welcome', '/premium'].includes(path)) await expect(page, path).toHaveTitle(/^[\u0600-\u06ff].* · /)
      if (!busiest[who]?.includes(path)) continue
      await expect(page.locator('.pieces_skeleton')).toHaveCount(0)
      await expectFits(page, path, [phone(390, 844), desk(1440, 900)])
    }
  }
})

// German has the longest words, and they wrap on narrow screens.
test('in German, nothing overlaps or is cut off, and no word is broken without a hyphen', async ({ page }) => {
  await setLanguage(page, 'de')
  for (const [who, paths] of Object.entries(busiest)) {
    if (who !== 'visitor') await signInAs(page, who === 'member' ? demoMember : administrator)
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await expect(page.locator('.pieces_skeleton')).toHaveCount(0)
      await expectFits(page, path, [phone(390, 844), desk(1440, 900)])
    }
  }
})

test('in Arabic, women and men are addressed by their own forms, and others neutrally', async ({ page }) => {
  const addressed = { woman: 'لا ترسلي أبدًا مالًا', man: 'لا ترسل أبدًا مالًا', Genderfluid: 'لا ينبغي أبدًا إرسال مال' }
  for (const [gender, words] of Object.entries(addressed)) {
    await signInAs(page, await newMember(page, {}, { gender }))
    await page.goto('/safety?lang=ar')
    await expect(page.getByText(words)).toBeVisible()
  }
})

test('words of people’s own are shown as they are, also where code has names like them', async ({ page }) => {
  const odd = ['constructor', '__proto__', 'toString']
  const people = []
  for (const gender of odd) people.push(await newMember(page, {}, { gender, interests: odd, interestedIn: odd }))
  for (const { user } of people) {
    await signInAs(page, administrator)
    await page.goto(`/users/${user._id}?lang=en`)
    await showPrivateData(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Ada Marlowe' })).toBeVisible()
    await expect(page.getByText(user.gender!, { exact: true }).first()).toBeVisible()
  }
  await signInAs(page, await newMember(page, { firstName: 'Ben' }))
  for (const language of process.env['PROVE'] === 'full' ? languages : (['en', 'ar'] as const))
    for (const { user } of people) {
      await page.goto(`/members/${user._id}?lang=${language}`)
      await expect(html(page)).toHaveAttribute('lang', language)
      const shown = (word: string) => page.getByRole('main').getByText(word, { exact: true })
      for (const word of odd) await expect(shown(word)).toHaveCount(word === user.gender ? 2 : 1)
    }
})

test.describe('with an account', () => {
  test.use({ serviceWorkers: 'allow', expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('a language chosen while signed in applies to the account: other browsers use it, unless a link sets another', async ({
    page,
    browser,
  }) => {
    const ada = await newMember(page)
    await signInAs(page, ada)
    const context = await browser.newContext()
    const elsewhere = await context.newPage()
    // The account's language stays English.
    await signInAs(elsewhere, ada)
    await page.goto('/settings')
    await page.getByRole('main').getByRole('link', { name: 'Language English' }).click()
    const request = page.waitForRequest(
      (request) => request.url().endsWith('/auth/profile') && request.headers()['accept-language'] === 'fr',
    )
    await page.getByRole('combobox', { name: 'Language' }).selectOption('fr')
    await request
    await expect(page).toHaveTitle(/^Langue · /)
    await elsewhere.goto('/settings')
    await expect(html(elsewhere)).toHaveAttribute('lang', 'fr')
    // The first request doesn't wait for the texts, and its language isn't that of the page as served.
    await context.addCookies([{ name: 'lang', value: 'de', url: main.url }])
    const first = elsewhere.waitForRequest('**/auth/profile')
    await elsewhere.goto('/settings')
    expect(await (await first).headerValue('accept-language')).toBe('fr')
    await elsewhere.goto('/settings?lang=es')
    await expect(elsewhere.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible()
    await context.close()
    // The cached page is the same file for everyone, whatever language it was cached in.
    await reloadOffline(page)
    await expect(html(page)).toHaveAttribute('lang', 'fr')
    await expect(page).toHaveTitle(/^Langue · /)
  })
})

test('places are named in the reader’s language', async ({ page }) => {
  for (const [location, name] of [
    [{ city: 'Rome', country: 'Italy' }, 'Rom, Italien'],
    [{ city: 'Far from any city', country: null }, 'Weit weg von jeder Stadt'],
  ] as const) {
    await signInAs(page, await newMember(page, {}, { location }))
    await page.goto('/profile?lang=de')
    await page.getByRole('button', { name: /^Eckdaten/ }).click()
    await expect(page.getByLabel('Stadt')).toHaveValue(name)
  }
})

test('charts write their figures in a language as soon as it is chosen', async ({ page }) => {
  // Other journeys also use this account.
  await page.route('**/auth/language', (route) => route.fulfill({ json: { done: true } }))
  await signInAs(page, administrator)
  await page.goto('/dashboard')
  const shares = (text: RegExp) => page.getByRole('listitem').filter({ hasText: text })
  await expect(shares(/\(\d+%\)$/).first()).toBeVisible()
  await select(page).selectOption('de')
  await expect(shares(/\(\d+\s%\)$/).first()).toBeVisible()
})

test.describe('without the words', () => {
  test.use({ expectedErrors: /404|Failed to load resource/ })

  test('the page is English, and marked as English', async ({ page }) => {
    await page.route('**/assets/words/**', (route) => route.fulfill({ status: 404, body: 'Not found.' }))
    await page.goto('/signin?lang=de')
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
    await expect(html(page)).toHaveAttribute('lang', 'en')
    await select(page).selectOption('ar')
    await expect(page.getByRole('status').filter({ hasText: 'couldn’t load this language' })).toBeVisible()
    await expect(html(page)).toHaveAttribute('dir', 'ltr')
    await expect(select(page)).toHaveValue('en')
  })
})
