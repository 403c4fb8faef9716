import { expectFits, phone } from './measures.ts'
import { administrator, expect, signInAs, test } from './world.ts'

// Other journeys share the server, so its look stays as it is.

const square = (size: number) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"/>`)

test('the form shows a small picture of an app icon, with room for what is below', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/configuration?section=look')
  const file = { name: 'icon.svg', mimeType: 'image/svg+xml', buffer: square(512) }
  await page.getByLabel('Choose a file: App icon').setInputFiles(file)
  const picture = page.getByRole('img', { name: 'App icon' })
  await expect(picture).toBeVisible()
  expect(await picture.boundingBox()).toMatchObject({ width: 48, height: 48 })
  await page.getByRole('button', { name: 'Remove: App icon' }).click()
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
