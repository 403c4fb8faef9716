import { inFuture, present } from '../server/test/present.ts'
import { administrator, newMember, signInAs, expect, openLive, test, likeEachOther } from './world.ts'

test('notifications show faces, how long ago, and Today before Earlier; an open chat brings none', async ({ page }) => {
  const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' })]
  const params = { id: await likeEachOther(ben, ada) }
  const send = (text: string) => ben.client.sendMessage({ params, body: { clientId: crypto.randomUUID(), text } })
  await send('Hello')
  await signInAs(page, ada)
  await page.goto('/notifications')
  const today = page.getByRole('region', { name: 'Today' })
  const message = today.getByRole('link', { name: /New message from Ben/ })
  await expect(message.locator('img')).toBeVisible()
  await expect(message.locator('time')).toHaveText(/^(now|\d+ (seconds?|minutes?) ago)$/)
  await expect(page.getByRole('region', { name: 'Earlier' })).toHaveCount(0)
  await page.clock.setFixedTime(inFuture(2 * 86_400_000))
  await page.reload()
  const earlier = page.getByRole('region', { name: 'Earlier' }).getByRole('link', { name: /New message from Ben/ })
  await expect(earlier.locator('time')).toHaveText('2 days ago')
  await expect(today).toHaveCount(0)
  await page.clock.setFixedTime(present())
  const count = page.getByRole('navigation', { name: 'Main' }).getByLabel(/\d new$/)
  await expect(count).not.toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  const bell = page.getByRole('main').getByRole('link', { name: /^Notifications \d new$/ })
  for (const path of ['/discover', '/matches', '/settings']) {
    await page.goto(path)
    await expect(bell, path).toBeInViewport()
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(bell).toBeHidden()
  const read = page.waitForResponse('**/matches/*/read')
  await openLive(page, `/chat/${params.id}`)
  await expect(page.getByRole('log').getByText('Hello')).toBeVisible()
  await read
  await expect(count).toHaveCount(0)
  // The chat is open, so its messages aren't new, even before the server knows that they were read.
  await page.route('**/matches/*/read', () => {})
  // A request from before the message may still be pending.
  const listed = page.waitForResponse(
    async (answer) => answer.url().endsWith('/notifications') && (await answer.json()).data.unread > 0,
  )
  await send('Are you there?')
  await expect(page.getByRole('log').getByText('Are you there?')).toBeVisible()
  await listed
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(count).toHaveCount(0)
})

test('a notification of a reply opens the reply, which then counts as read at once', async ({ page }) => {
  const ada = await newMember(page)
  const body = { problem_type: 'Bug Report', description: 'The map is upside down.' } as const
  const { report } = (await ada.client.createReport({ body })).data
  await signInAs(page, administrator)
  await page.goto(`/reports/${report._id}`)
  await page.getByRole('textbox', { name: /^Reply to/ }).fill('We have turned the map around.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText(/^Reply sent to/)).toBeVisible()
  await signInAs(page, ada)
  await page.goto('/support')
  const bell = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName('Notifications 1 new')
  await page.goto('/notifications')
  await expect(page.getByRole('link', { name: /We replied to your report/ })).toHaveAttribute(
    'href',
    `/support?report=${report._id}`,
  )
  await page.goto('/support')
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByText('We have turned the map around.')).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications')
})
