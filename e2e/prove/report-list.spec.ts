import { inFuture, present } from '../../scripts/present.ts'
import { expireWhenPressed } from '../expiry.ts'
import { takeOverClock, expectSoon } from '../controlled-clock.ts'
import { reported, table } from '../report-list-steps.ts'
import { administrator, signInAs, expect, openLive, clockServer, test } from '../world.ts'

// The list of reports: search, replies and errors.

test("the list never shows reports that don't match the typed text", async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/reports')
  await expect(table(page)).toBeVisible()
  const late = Promise.withResolvers<void>()
  await page.route(/\/reports\/reports\?.*search=/, async (route) => {
    await late.promise
    await route.continue()
  })
  await page.getByLabel('Search reports').fill('nothing fits this')
  await expect(table(page)).toHaveCount(0)
  await expect(page.getByText('Searching…')).toBeVisible()
  late.resolve()
  await expect(page.getByText('No reports found matching your criteria.')).toBeVisible()
})

test('reports are filtered by assignee, in the URL too', async ({ page }) => {
  const words = `Lynx ${crypto.randomUUID().slice(0, 8)}`
  await reported(page, words)
  await signInAs(page, administrator)
  await page.goto(`/reports?search=${words}`)
  await expect(table(page).getByRole('row')).toHaveCount(2)
  const filter = page.getByLabel('Assignee', { exact: true })
  await filter.selectOption('Me')
  await expect(page).toHaveURL(/assignee=me/)
  await expect(page.getByText('No reports found matching your criteria.')).toBeVisible()
  await page.reload()
  await expect(filter.locator('option:checked')).toHaveText('Me')
  await filter.selectOption('Unassigned')
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Assignee: Unassigned' }).click()
  await expect(page).not.toHaveURL(/assignee/)
})

test.describe('a list or figures that fail to load', () => {
  test.use({ expectedErrors: /status of (500|401|409)/ })

  test('keep their filters and a retry button, and missing figures are marked', async ({ page }) => {
    await takeOverClock(page)
    await signInAs(page, administrator)
    for (const [path, list, heading] of [
      ['/reports', /\/reports\/reports\?/, 'Error loading reports'],
      ['/users', /\/admin\/users\?/, 'Error loading users'],
    ] as const) {
      await page.route(list, (route) => route.fulfill({ status: 500, json: {} }))
      await page.route(/statistics/, (route) => route.fulfill({ status: 500, json: {} }))
      await page.goto(path)
      for (const text of [heading, 'Stats aren’t available right now.']) await expectSoon(page, page.getByText(text))
      await expect(page.getByLabel('Status', { exact: true })).toBeVisible()
      await page.unrouteAll()
      const problem = (text: string) => page.getByRole('alert').filter({ hasText: text })
      await problem('Stats aren’t available right now.').getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByLabel('Stats')).toBeVisible()
      await page.getByRole('button', { name: /^(Refresh|Search)$/ }).click()
      await expect(page.getByRole('table').first()).toBeVisible()
    }
  })

  test("a reply interrupted by the session's end is restored after signing in", async ({ page }) => {
    const { report } = await reported(page, 'The heron is missing from the map')
    await signInAs(page, administrator)
    await page.goto(`/reports?search=heron`)
    await page.getByRole('button', { name: `Reply to ${report._id.slice(-6)}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reply', { exact: true }).fill('We put the heron back.')
    await dialog.getByLabel(/Internal notes/).fill('Second heron this week')
    // Each new report makes the page refetch the list.
    await expireWhenPressed(page, 'token', 'refreshToken')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page).toHaveURL(/\/login\?from=/)
    await page.getByLabel('Email').fill(administrator.email)
    await page.getByLabel('Password').fill(administrator.password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(dialog.getByLabel('Reply', { exact: true })).toHaveValue('We put the heron back.')
    await expect(dialog.getByLabel(/Internal notes/)).toHaveValue('Second heron this week')
    // Closing the dialog clears it.
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: `Reply to ${report._id.slice(-6)}` }).click()
    await expect(dialog.getByText('Not part of the reply. Save it to keep it on the report.')).toBeVisible()
    await expect(dialog.getByLabel('Reply', { exact: true })).toHaveValue('')
    await expect(dialog.getByLabel(/Internal notes/)).toHaveValue('')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.goto(`/reports/${report._id}`)
    await expect(page.getByRole('textbox', { name: /^Reply to/ })).toHaveValue('')
  })

  test('a conflict with another administrator shows the specified text', async ({ page }) => {
    const words = `Heron ${crypto.randomUUID().slice(0, 8)}`
    const { report } = await reported(page, words)
    await signInAs(page, administrator)
    await page.goto(`/reports?search=${words}`)
    await expect(table(page).getByRole('row')).toHaveCount(2)
    await page.route('**/reports/report/*/status', (route) =>
      route.fulfill({ status: 409, json: { message: 'Ines has changed this report.', code: 'conflict' } }),
    )
    await page.getByRole('button', { name: `Mark ${report._id.slice(-6)} as resolved` }).click()
    await expect(
      page.getByText('Failed to update status. Please try again. Ines has changed this report.'),
    ).toBeVisible()
  })
})

test('a reply left empty shows an error that disappears on typing', async ({ page }) => {
  const { report } = await reported(page, 'The kingfisher is too blue')
  await signInAs(page, administrator)
  await page.goto('/reports?search=kingfisher')
  await page.getByRole('button', { name: `Reply to ${report._id.slice(-6)}` }).click()
  const dialog = page.getByRole('dialog')
  const alert = dialog.getByText('Please enter a reply message')
  const reply = dialog.getByLabel('Reply', { exact: true })
  await expect(alert).toHaveCount(0)
  await reply.focus()
  await page.keyboard.press('Tab')
  await expect(alert).toBeVisible()
  await reply.fill('B')
  await expect(alert).toHaveCount(0)
  await reply.fill('')
  await expect(alert).toBeVisible()
  await reply.fill('  \n')
  await expect(alert).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await reply.fill('Blue it is.')
  await expect(alert).toHaveCount(0)
})

test.describe('without reports of other journeys', () => {
  test.use({ baseURL: `http://127.0.0.1:${clockServer.port}` })
  test('one reply loads the list and its stats once', async ({ page }) => {
    const { report } = await reported(page, 'The wren sings at night')
    await signInAs(page, administrator)
    let changes = 0
    page.on('websocket', (socket) =>
      socket.on(
        'framereceived',
        ({ payload }) => void (changes += String(payload).includes('reports.changed') ? 1 : 0),
      ),
    )
    await openLive(page, '/reports?search=wren')
    await page.getByRole('button', { name: `Reply to ${report._id.slice(-6)}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reply', { exact: true }).fill('So do we.')
    await page.waitForLoadState('networkidle')
    // The clock is stopped, so the response and the event arrive at the same moment, however far apart they are.
    await page.clock.install({ time: present() })
    await page.clock.pauseAt(inFuture(60_000))
    const requested: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    const times = (path: string) => requested.filter((each) => each.endsWith(path)).length
    await expect(dialog).toBeHidden()
    await expect.poll(() => changes).toBeGreaterThan(0)
    await page.clock.fastForward(5_000)
    for (const path of ['/reports/reports', '/reports/report/stats/statistics'])
      await expect.poll(() => times(path)).toBeGreaterThan(0)
    await page.clock.fastForward(5_000)
    expect([times('/reports/reports'), times('/reports/report/stats/statistics')]).toEqual([1, 1])
  })
})

test('invalid parameters fall back, and an empty page leads to the last page with reports', async ({ page }) => {
  await signInAs(page, administrator)
  for (const address of [
    '/reports?status=bogus&type=7&priority=&order=up&page=-1&overdue=maybe',
    '/subscriptions?status=bogus&plan=gold&page=0',
    '/audit?who=7&from=2026-13-01&to=never&about=x',
    '/users?status=bogus&type=x&sort=y&age=7',
  ]) {
    await page.goto(address)
    await expect(page.getByRole('table').first(), address).toBeVisible()
    await expect(page.getByText(/Error loading|must be|Use one of/), address).toHaveCount(0)
  }
  await page.goto('/reports?page=900')
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
  await expect(page).not.toHaveURL(/page=900/)
})

for (const width of [1280, 1366, 1440])
  test(`with a quick look open at ${width} px, a row's buttons stay in reach`, async ({ page }) => {
    const words = `Puffin ${crypto.randomUUID().slice(0, 8)}`
    const { report } = await reported(page, words)
    await page.setViewportSize({ width, height: 900 })
    await signInAs(page, administrator)
    for (const [path, name, buttons] of [
      [`/reports?search=${words}`, 'Reports', [`Reply to ${report._id.slice(-6)}`, `Mark ${report._id.slice(-6)} as`]],
      ['/users', 'Users', ['View ', 'Activate ', 'Deactivate ']],
    ] as const) {
      await page.goto(path)
      const row = page.getByRole('table', { name }).getByRole('row').nth(1)
      await expect(row).toBeVisible()
      await page.keyboard.press('j')
      await expect(page.getByRole('complementary', { name: 'Quick look' })).toBeVisible()
      for (const each of buttons) {
        const button = row.getByRole('button', { name: each }).first()
        await expect(button).toBeInViewport({ ratio: 1 })
        await expect.poll(() => button.evaluate(isOnTop), `${each} at ${path}`).toBe(true)
      }
    }
  })

function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test('refresh applies the typed text before the pause after typing ends', async ({ page }) => {
  const words = `Otter ${crypto.randomUUID().slice(0, 8)}`
  await reported(page, `${words} swims`)
  await signInAs(page, administrator)
  await page.clock.install({ time: present() })
  await page.goto('/reports')
  const refresh = page.getByRole('button', { name: 'Refresh' })
  // Requests refused by a busy server are retried, which takes time.
  await expect(refresh).toBeEnabled()
  await page.clock.pauseAt(inFuture(10_000))
  await page.getByLabel('Search reports').fill(words)
  await refresh.click()
  await expect(page).toHaveURL(/search=Otter/)
  await page.clock.resume()
  await expect(table(page).getByRole('row')).toHaveCount(2)
})
