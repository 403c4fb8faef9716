import { heading, withTwoOthers } from './states-steps.ts'
import { newMember, signInAs, expect, openLive, reloadOffline, test } from './world.ts'

test('an empty Discover gives the reason, and offers the next step', async ({ page }) => {
  const { client } = await withTwoOthers(page)
  await client.setPreferences({ body: { ageMin: 70, dealbreakers: { intention: ['friends'] } } })
  await page.goto('/discover')
  await expect(heading(page, 'Your filters hide everyone')).toBeVisible()
  await page.getByRole('button', { name: 'Change filters' }).click()
  await expect(page.getByText('No one fits all of these filters right now.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show 2 people' }).click()
  const whole = page.getByRole('article').locator('h2 a')
  const first = (await whole.getAttribute('href'))!
  await page.getByRole('button', { name: 'Pass', exact: true }).click()
  await expect(whole).not.toHaveAttribute('href', first)
  await page.getByRole('button', { name: 'Pass', exact: true }).click()
  await expect(heading(page, 'That’s everyone for now')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('No one new is a mutual fit right now.')
  await client.setPrivacy({ body: { paused: true } })
  for (const path of ['/search', '/likes', '/discover']) {
    await page.goto(path)
    await expect(heading(page, 'Your profile is snoozed')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(heading(page, 'That’s everyone for now')).toBeVisible()
})

test('someone who deletes their account sees the date, and can keep the account', async ({ page }) => {
  const ada = await withTwoOthers(page)
  await ada.client.deleteAccount({ body: { password: ada.password } })
  await signInAs(page, ada)
  for (const path of ['/matches', '/discover']) {
    await page.goto(path)
    await expect(heading(page, 'Your account will be deleted')).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/Everything is erased on \d+ \w+ 20\d\d\./)
  }
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('article')).toBeVisible()
})

test.describe('without a connection', () => {
  test.use({
    serviceWorkers: 'allow',
    expectedErrors: /Failed to load resource|ERR_|WebSocket|dynamically imported module/,
  })

  test('a banner appears, and screens keep their navigation and recover by themselves', async ({ page, context }) => {
    await signInAs(page, await newMember(page))
    await openLive(page, '/settings')
    const banner = page.getByText('You’re offline.')
    const navigation = page.getByRole('navigation', { name: 'Main' })
    await expect(navigation).toBeVisible()
    await expect(banner).toHaveCount(0)
    await context.setOffline(true)
    await expect(banner).toBeVisible()
    await navigation.getByRole('link', { name: 'Matches' }).click()
    await expect(page).toHaveURL(/\/matches$/)
    await expect(page.getByRole('heading', { name: 'Settings' })).toHaveCount(0)
    await expect(navigation).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'No matches yet' })).toBeVisible()
    await expect(banner).toHaveCount(0)
    // From here on, the socket is closed, so it can't restore anything. It would reconnect within 20 seconds.
    await page.routeWebSocket(/\/socket/, (socket) => socket.close())
    await reloadOffline(page)
    await expect(banner).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No matches yet' })).toHaveCount(0)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'No matches yet' })).toBeVisible()
  })
})
