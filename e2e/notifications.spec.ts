import { inFuture, present } from '../scripts/present.ts'
import { newMember, signInAs, expect, openLive, test, likeEachOther } from './world.ts'

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
