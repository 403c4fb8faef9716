import { expectFits, expectNoAxeFindings, phone } from '../measures.ts'
import { newMember, signInAs, expect, test } from '../world.ts'

test('a change that is saved while the page still loads the user counts', async ({ page }) => {
  await signInAs(page, await newMember(page))
  const late = Promise.withResolvers<void>()
  let held = false
  await page.route('**/auth/profile', async (route) => {
    if (held) return route.fallback()
    held = true
    const response = await route.fetch()
    await late.promise
    await route.fulfill({ response })
  })
  await page.goto('/settings#privacy')
  const saved = page.waitForResponse('**/privacy')
  await page.getByLabel('Incognito').press('Space')
  await (await saved).finished()
  late.resolve()
  await expect(page.getByLabel('Incognito')).toBeChecked()
})

test('quick changes of the quiet hours all count', async ({ page }) => {
  await signInAs(page, await newMember(page))
  await page.goto('/settings#notifications')
  await page.getByLabel('Quiet hours').press('Space')
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  const late = Promise.withResolvers<void>()
  await page.route('**/notifications/settings', async (route) => {
    if (route.request().method() === 'PUT') await late.promise
    await route.continue()
  })
  const last = page.waitForResponse((answer) => answer.request().postDataJSON()?.quiet?.to === 8)
  const [from, until] = [page.getByLabel('From'), page.getByLabel('Until')]
  await from.selectOption('20')
  await expect(from).toHaveValue('20')
  await until.selectOption('8')
  late.resolve()
  expect((await last).request().postDataJSON()).toEqual({ quiet: { from: 20, to: 8 } })
  await page.reload()
  await expect(until).toHaveValue('8')
  await expect(from).toHaveValue('20')
})

test('the panels of the settings have no problem on a small phone', async ({ page }) => {
  await signInAs(page, await newMember(page))
  await page.setViewportSize({ width: 320, height: 568 })
  for (const panel of ['privacy', 'notifications', 'blocks', 'contacts', 'sessions', 'delete']) {
    await page.goto(`/settings#${panel}`)
    await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    await expectNoAxeFindings(page, panel)
    await expectFits(page, panel, [phone(320, 568)])
  }
})
