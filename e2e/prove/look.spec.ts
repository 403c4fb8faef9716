import { lookStyle } from '@kindred/contract/operations/look-style'
import { contrastProblems } from '@kindred/contract/operations/look-colors'
import type { Look } from '@kindred/contract/operations/look'
import type { Locator, Page } from '@playwright/test'
import { expectFits, expectNoAxeFindings, phone, sizes } from '../measures.ts'
import { administrator, demoMember, expect, signInAs, test } from '../world.ts'

// Looks that an operator could choose, on the screens that show most of the colors. Other journeys share the server, so
// its configuration stays as it is, and these pages get the style sheet that it would write into them.

/** The color itself if it works, otherwise the one that the screen of the configuration suggests. */
function accepted({ accent, second }: { accent: string; second: string }) {
  const changed = contrastProblems({ accent, second }).map(({ color, nearest }) => [color, nearest])
  return { accent, second, ...Object.fromEntries(changed) } as { accent: string; second: string }
}

const LONG_LOGO = `${'0'.repeat(32)}-1280x40.png`
const logo = encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="40"><rect width="1280" height="40" fill="#123"/></svg>',
)

const hostile: Record<string, Look> = {
  'near-white colors': accepted({ accent: '#fdfdf8', second: '#f4fbff' }),
  'near-black colors': accepted({ accent: '#060606', second: '#0b0a12' }),
  'neon colors': accepted({ accent: '#39ff14', second: '#ff00ff' }),
  'two equal hues': accepted({ accent: '#1d4ed8', second: '#1e40af' }),
  'a long logo': { logo: LONG_LOGO, face: 'system' },
}

/** A page from elsewhere couldn't open our socket, so the style sheet is added to the server's page. */
const dress = (page: Page, look: Look) =>
  page.addInitScript(
    ({ style, hasLogo }) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(style)
      document.adoptedStyleSheets = [sheet]
      new MutationObserver((_changes, observer) => {
        document.documentElement.toggleAttribute('data-logo', hasLogo)
        observer.disconnect()
      }).observe(document, { childList: true })
    },
    { style: lookStyle(look, () => `data:image/svg+xml,${logo}`), hasLogo: look.logo !== undefined },
  )

const all = process.env['PROVE'] === 'full'
const screens = {
  visitor: all ? ['/welcome', '/login', '/signin', '/join', '/home', '/terms'] : ['/welcome', '/login'],
  member: all
    ? ['/discover', '/search', '/likes', '/matches', '/profile', '/premium', '/settings', '/notifications', '/dates']
    : ['/discover', '/matches', '/premium'],
  administrator: all
    ? ['/dashboard', '/users', '/reports', '/photos', '/subscriptions', '/monitoring', '/configuration?section=look']
    : ['/dashboard', '/reports', '/configuration?section=look'],
}
const smallest = [phone(320, 568)]

for (const [name, look] of Object.entries(hostile))
  test(`with ${name}, everything can be read and fits`, async ({ page }) => {
    test.setTimeout(300_000)
    await dress(page, look)
    for (const [who, paths] of Object.entries(screens)) {
      if (who === 'member') await signInAs(page, demoMember)
      if (who === 'administrator') await signInAs(page, administrator)
      for (const [nth, path] of paths.entries()) {
        const dark = nth % 2 === 0
        await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await expect(page.locator('.pieces_skeleton')).toHaveCount(0)
        await expectNoAxeFindings(page, `${path} with ${name}`)
        await expectFits(page, `${path} with ${name}`, all ? sizes : smallest)
        await page.setViewportSize({ width: 1440, height: 900 })
        if (all) {
          await page.emulateMedia({ colorScheme: dark ? 'light' : 'dark' })
          await expectNoAxeFindings(page, `${path} with ${name}, other theme`)
        }
      }
    }
  })

const heightOf = async (part: Locator) => (await part.boundingBox())?.height

test('the list of sections shows the last one without moving the page', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signInAs(page, administrator)
  await page.goto('/configuration?section=recipes')
  await expect(page.getByRole('link', { name: 'Recipes' })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('on a phone, unsaved changes take one line until they are opened', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, administrator)
  await page.goto('/configuration')
  await page.getByLabel('Support address').fill('care@kindred.example')
  const changes = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(changes.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
  await expect(changes.getByLabel('Reason')).toBeHidden()
  expect(await heightOf(changes)).toBeLessThan(80)
  await changes.getByRole('button', { name: /^Unsaved changes/ }).click()
  await expect(changes.getByLabel('Reason')).toBeVisible()
  await changes.getByRole('button', { name: 'Discard' }).click()
})

test('a long name stays inside every header of a phone', async ({ page }) => {
  const name = 'Verein für Begegnungen in der Stadt Köln'
  for (const address of ['/join', '/dashboard', '**/api/v1/status'])
    await page.route(address, async (route) => {
      const answer = await route.fetch()
      // The page may have been left before the answer came.
      const body = await answer.text().catch(() => null)
      if (body === null) return route.abort()
      await route.fulfill({
        response: answer,
        body: body.replace(/("|&#34;)brand\1:\1.*?\1/, `$1brand$1:$1${name}$1`),
      })
    })
  await page.setViewportSize({ width: 390, height: 844 })
  const logo = page.getByRole('link', { name }).first()
  const fits = async (path: string) => {
    await page.goto(path)
    await expect(logo).toBeInViewport({ ratio: 1 })
    await expectFits(page, path, [phone(390, 844)])
  }
  await fits('/join')
  await signInAs(page, administrator)
  await fits('/dashboard')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
})
