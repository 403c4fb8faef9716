import { present } from '../../scripts/present.ts'
import { anySize, answerOnce, expect, matched, openLive, signInAs, test } from '../world.ts'

test.describe('messages that fail on their way', () => {
  test.use({ expectedErrors: /status of (409|503)|Failed to load resource|ERR_/ })

  test('keep their order, and an unsent one survives other pages and a reload', anySize, async ({ page }) => {
    const { ada, ben, matchId: id } = await matched(page)
    await signInAs(page, ada)
    await openLive(page, `/chat/${id}`)
    const log = page.getByRole('log')
    const texts = async () => {
      const { messages } = (await ben.client.listMessages({ params: { id }, query: {} })).data
      return messages.map(({ text }) => text)
    }
    const say = async (text: string) => {
      await page.getByLabel('Message to Ben').fill(text)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(log.getByText(text)).toBeVisible()
    }
    let isFirst = true
    await page.route('**/messages', (route) => {
      if (!isFirst || route.request().method() !== 'POST') return route.fallback()
      isFirst = false
      return route.fulfill({ status: 503, json: { message: 'Busy.' } })
    })
    for (const text of ['One', 'Two']) await say(text)
    await expect.poll(texts).toEqual(['One', 'Two'])
    await page.route('**/messages', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
    for (const text of ['From the tunnel', 'And out again']) await say(text)
    const waits = log.getByText('Sends when you’re back online.')
    await expect(waits).toBeVisible()
    await page.getByRole('link', { name: 'Discover' }).first().click()
    await expect(page).toHaveURL('/discover')
    await page.goBack()
    await expect(waits).toBeVisible()
    await page.reload()
    await expect(waits).toBeVisible()
    await expect(log.getByText('From the tunnel')).toHaveCount(1)
    await page.getByRole('link', { name: 'Discover' }).first().click()
    await page.reload()
    await page.unroute('**/messages')
    // They are sent from any page.
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(texts).toEqual(['One', 'Two', 'From the tunnel', 'And out again'])
    await page.goto(`/chat/${id}`)
    await expect(log.getByText('From the tunnel')).toHaveCount(1)
    await expect(waits).toHaveCount(0)
  })
})

test.describe('messages that fail on their way', () => {
  test.use({ expectedErrors: /status of (409|503)|Failed to load resource|ERR_/ })

  test('a refused edit stays in the field, and after 15 minutes there is no Edit', anySize, async ({ page }) => {
    const { ada, matchId: id } = await matched(page)
    await ada.client.sendMessage({ params: { id }, body: { clientId: crypto.randomUUID(), text: 'On the peir.' } })
    await signInAs(page, ada)
    await page.clock.install({ time: present() })
    await openLive(page, `/chat/${id}`)
    const log = page.getByRole('log')
    const field = page.getByLabel('Message to Ben')
    const openActions = (text: string) => log.getByRole('button', { name: `Actions for “${text}”` }).press('Enter')
    const edit = page.getByRole('menuitem', { name: 'Edit' })
    await openActions('On the peir.')
    await edit.click()
    await field.fill('On the pier.')
    await answerOnce(page, `/matches/${id}/messages/*`, { status: 409, json: { message: 'Not now.' } })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Not now.')).toBeVisible()
    await expect(field).toHaveValue('On the pier.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(log.getByText('On the pier.')).toBeVisible()
    await expect(field).toHaveValue('')
    await page.clock.fastForward('16:00')
    await openActions('On the pier.')
    await expect(page.getByRole('menuitem', { name: 'Copy' })).toBeVisible()
    await expect(edit).toHaveCount(0)
  })
})
