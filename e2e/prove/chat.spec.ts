import { anySize, answerOnce, signInAs, expect, openLive, picture, test, matched } from '../world.ts'

test.describe('photos in a chat', () => {
  test.describe('that did not get through', () => {
    test.use({ expectedErrors: /Failed to load resource|ERR_/ })
    test('wait for a connection and are sent on the second try', async ({ page }) => {
      const { ada, matchId } = await matched(page)
      await signInAs(page, ada)
      await page.goto(`/chat/${matchId}`)
      await page.route('**/api/v1/media', (route) => route.abort())
      await page
        .getByLabel('Choose a photo')
        .setInputFiles({ name: 'pier.png', mimeType: 'image/png', buffer: picture })
      await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
      await expect(page.getByRole('log').getByText('Sends when you’re back online.')).toBeVisible()
      // They are still there after a look at another page.
      await page.getByRole('link', { name: 'Discover' }).first().click()
      await expect(page).toHaveURL('/discover')
      await page.goBack()
      await expect(page.getByRole('log').getByRole('img', { name: 'Photo on its way' })).toBeVisible()
      await page.unroute('**/api/v1/media')
      await page.getByRole('log').getByRole('button', { name: 'Try now' }).click()
      await expect(page.getByRole('log').getByRole('button', { name: 'View photo from you' })).toBeVisible()
      await expect(page.getByText('Sends when you’re back online.')).toHaveCount(0)
    })
  })
})

test.describe('a busy server', () => {
  test.use({ expectedErrors: /status of 429/ })
  test('a refused search of messages shows the error, and can be repeated', anySize, async ({ page }) => {
    const { ada, ben, matchId } = await matched(page)
    const body = { clientId: crypto.randomUUID(), text: 'The lighthouse at seven.' }
    await ben.client.sendMessage({ params: { id: matchId }, body })
    await signInAs(page, ada)
    await page.goto('/matches')
    const refused = { status: 429, json: { message: 'Please wait a minute.' } }
    await answerOnce(page, '/messages/search?*', refused)
    await page.getByLabel('Search names and messages').fill('lighthouse')
    const threads = page.getByRole('region', { name: 'Conversations' })
    await expect(threads.getByRole('alert')).toContainText('Please wait a minute.')
    await expect(threads.getByText('No results.')).toBeHidden()
    await threads.getByRole('button', { name: 'Try again' }).click()
    await expect(threads.getByRole('link', { name: /lighthouse/ })).toBeVisible()
    await expect(threads.getByRole('alert')).toBeHidden()
    await page.getByLabel('Search names and messages').fill('submarine')
    await expect(threads.getByText('No results.')).toBeVisible()
  })
})

test.describe('an open chat', () => {
  // The browser logs that the match is gone.
  test.use({ expectedErrors: /status of 404/ })

  test('says that it is closed once the other person ends it', async ({ page }) => {
    const { ada, ben, matchId: id } = await matched(page)
    await signInAs(page, ada)
    await openLive(page, `/chat/${id}`)
    await expect(page.getByRole('textbox', { name: 'Message to Ben' })).toBeVisible()
    await ben.client.unmatch({ params: { id }, body: {} })
    await expect(page.getByRole('heading', { name: 'This conversation is closed' })).toBeVisible()
  })
})

test(
  'an unsent message comes back after an edit, a long one is counted, and a double tap doesn’t record',
  anySize,
  async ({ page }) => {
    const { ada, ben, matchId: id } = await matched(page)
    await ada.client.sendMessage({ params: { id }, body: { clientId: crypto.randomUUID(), text: 'On the peir.' } })
    await signInAs(page, ada)
    await openLive(page, `/chat/${id}`)
    const log = page.getByRole('log')
    const field = page.getByLabel('Message to Ben')
    await field.fill('Shall we say eight?')
    await log.getByRole('button', { name: 'Actions for “On the peir.”' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Edit “On the peir.”' }).click()
    await field.fill('On the pier.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(log.getByText('On the pier.')).toBeVisible()
    await expect(field).toHaveValue('Shall we say eight?')
    await field.fill('a'.repeat(2001))
    await expect(page.getByText('Too long to send: remove 1 character.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
    await field.fill('a'.repeat(1900))
    await expect(page.getByText('100 characters left')).toBeVisible()
    await field.fill('Or nine?')
    await expect(page.getByText('characters left')).toHaveCount(0)
    await page.getByRole('button', { name: 'Send', exact: true }).dblclick()
    await expect(log.getByText('Or nine?')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Record a voice note' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const { messages } = (await ben.client.listMessages({ params: { id }, query: {} })).data
    expect(messages.map(({ text }) => text)).toEqual(['On the pier.', 'Or nine?'])
  },
)

test('a reaction to the last message, or its time, doesn’t hide behind the field', anySize, async ({ page }) => {
  const { ada, ben, matchId: id } = await matched(page)
  for (let nth = 1; nth <= 40; nth++)
    await ben.client.sendMessage({ params: { id }, body: { clientId: crypto.randomUUID(), text: `Message ${nth}.` } })
  await signInAs(page, ada)
  await openLive(page, `/chat/${id}`)
  const log = page.getByRole('log')
  await expect(log.getByText('Message 40.')).toBeInViewport()
  const aboveEnd = () => log.evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight))
  await expect.poll(aboveEnd).toBe(0)
  await log.getByText('Message 40.').click()
  await expect(log.getByText(/^\d{2}:\d\d$/).last()).toBeVisible()
  await expect.poll(aboveEnd).toBe(0)
  await log.getByRole('button', { name: 'Actions for “Message 40.”' }).press('Enter')
  await page.getByRole('menuitem', { name: 'React with ❤️' }).click()
  await expect(log.getByRole('button', { name: '❤️ from you (remove)' })).toBeVisible()
  await expect.poll(aboveEnd).toBe(0)
})
