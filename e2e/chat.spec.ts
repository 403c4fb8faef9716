import type { Page } from '@playwright/test'
import { anySize, signInAs, expect, openLive, picture, test, matched } from './world.ts'

test.describe('photos in a chat', () => {
  test('are previewed with a caption, sent only on Send, and open large', async ({ page }) => {
    const { ada, ben, matchId } = await matched(page)
    await signInAs(page, ada)
    await page.goto(`/chat/${matchId}`)
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
    const choose = () =>
      page.getByLabel('Choose a photo').setInputFiles({ name: 'pier.png', mimeType: 'image/png', buffer: picture })
    const log = page.getByRole('log')
    const preview = page.getByRole('dialog', { name: 'Send a photo to Ben' })
    await choose()
    await expect(preview.getByRole('img', { name: 'Chosen photo' })).toBeVisible()
    await preview.getByRole('button', { name: 'Cancel' }).click()
    await expect(preview).toBeHidden()
    await choose()
    await preview.getByLabel('Caption').fill('Our pier')
    expect(sent.filter((path) => /media|messages/.test(path))).toEqual([])
    const upload = Promise.withResolvers<void>()
    await page.route('**/api/v1/media', async (route) => {
      await upload.promise
      await route.continue()
    })
    await preview.getByRole('button', { name: 'Send' }).click()
    await expect(preview).toBeHidden()
    await expect(log.getByRole('img', { name: 'Photo on its way' })).toBeVisible()
    await expect(log.getByRole('progressbar', { name: 'Sending photo' })).toBeVisible()
    await expect(log.getByText('Our pier')).toBeVisible()
    upload.resolve()
    const photo = log.getByRole('button', { name: 'View photo from you' })
    await expect(photo).toBeVisible()
    await expect(log.getByText('Our pier')).toHaveCount(1)
    const { messages } = (await ben.client.listMessages({ params: { id: matchId }, query: {} })).data
    expect(messages.map(({ text, picture: photo }) => [text, photo !== null])).toEqual([['Our pier', true]])
    const widths = await photo.evaluate((button) => [
      button.getBoundingClientRect().width,
      button.parentElement!.getBoundingClientRect().width,
    ])
    expect(widths[0]).toBeGreaterThanOrEqual(widths[1]! - 1)
    await photo.focus()
    await page.keyboard.press('Enter')
    const large = page.getByRole('dialog', { name: 'Photo from you' })
    await expect(large.getByRole('img', { name: 'Photo from you' })).toBeVisible()
    await expect(large.getByRole('button', { name: 'Close' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(large).toBeHidden()
    await expect(photo).toBeFocused()
  })
})

test('an empty chat shows their prompts, shared interests, and two openers; messages then have days and names', async ({
  page,
}) => {
  const prompt = { question: 'A perfect Sunday', answer: 'Bread, then the river.' }
  const { ada, ben, matchId } = await matched(page, {
    prompts: [prompt],
    interests: ['sailing', 'pottery'],
  })
  await ada.client.completeProfile({ body: { interests: ['Sailing'] } })
  await signInAs(page, ada)
  await openLive(page, `/chat/${matchId}`)
  const begin = page.getByRole('region', { name: 'Ways to begin' })
  await expect(begin.getByText('Bread, then the river.', { exact: true })).toBeVisible()
  await expect(begin.getByRole('listitem')).toHaveText(['sailing'])
  await expect(begin.getByRole('button')).toHaveCount(2)
  await begin.getByRole('button', { name: /We both like sailing/ }).click()
  const field = page.getByLabel('Message to Ben')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(/We both like sailing/)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(begin).toHaveCount(0)
  await ben.client.sendMessage({
    params: { id: matchId },
    body: { clientId: crypto.randomUUID(), text: 'A small boat.' },
  })
  const log = page.getByRole('log')
  await expect(log.getByText('A small boat.')).toBeVisible()
  await expect(log.getByRole('button', { name: 'Actions for “A small boat.”' })).toBeAttached()
  await expect(log.getByRole('heading')).toHaveCount(1)
  await expect(log.getByRole('heading')).toHaveText(/^Today$/)
  await expect(log.locator('time')).toHaveCount(3)
  await showTime(page)
  await useActions(page)
  await useFingers(page)
  await page.getByLabel('Search names and messages').fill('SMÁLL')
  const thread = page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: /Ben/ })
  await expect(thread.locator('mark')).toHaveText('small')
  await expect(thread).toContainText('A small boat.')
})

/** A click on the words shows their time, and a right click the actions. */
async function showTime(page: Page) {
  const words = page.getByRole('log').getByText('A small boat.')
  const times = page.getByRole('log').getByText(/^\d{2}:\d\d$/)
  const before = await times.count()
  await words.click()
  await expect(times).toHaveCount(before + 1)
  await words.click()
  await expect(times).toHaveCount(before)
  await words.click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Actions for “A small boat.”' })
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
}

async function useActions(page: Page) {
  const log = page.getByRole('log')
  const actions = log.getByRole('button', { name: 'Actions for “A small boat.”' })
  const menu = page.getByRole('menu', { name: 'Actions for “A small boat.”' })
  await actions.press('Enter')
  await expect(menu.getByRole('menuitem', { name: 'React with ❤️' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const reaction = log.getByRole('button', { name: '😂 from you (remove)' })
  await expect(reaction).toBeVisible()
  const { width, height } = (await reaction.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await actions.press('Enter')
  await expect(menu.getByRole('menuitem', { name: 'Remove 😂' })).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await menu.getByRole('menuitem', { name: 'Copy “A small boat.”' }).click()
  await expect(page.getByText('Message copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('A small boat.')
  await actions.press('Enter')
  await expect(menu.getByRole('menuitem', { name: 'React with ❤️' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(menu.getByRole('menuitem', { name: 'Reply to “A small boat.”' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Replying to A small boat.')).toBeVisible()
  await expect(page.getByLabel('Message to Ben')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^Replying to/)).toHaveCount(0)
}

/** Long-presses a message, whose actions stay open when the finger lifts, and drags it aside to start a reply. */
async function useFingers(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const bubble = (await page.getByRole('log').getByText('A small boat.').boundingBox())!
  const [x, y] = [bubble.x + 20, bubble.y + 10]
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', aside = 0) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + aside, y }] })
  const menu = page.getByRole('menu', { name: 'Actions for “A small boat.”' })
  await touch('touchStart')
  await expect(menu).toBeVisible()
  await touch('touchEnd')
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  // The moves are sent together, because a finger that pauses on the way counts as a long press.
  await Promise.all([touch('touchStart'), ...[15, 40, 70].map((aside) => touch('touchMove', aside)), touch('touchEnd')])
  await expect(page.getByText('Replying to A small boat.')).toBeVisible()
  await page.keyboard.press('Escape')
}

test('a found message opens at its place, however far back', anySize, async ({ page }) => {
  const { ada, ben, matchId } = await matched(page)
  const send = (text: string) =>
    ben.client.sendMessage({ params: { id: matchId }, body: { clientId: crypto.randomUUID(), text } })
  await send('The lighthouse at seven.')
  for (let at = 1; at <= 110; at++) await send(`Line ${at} of a long talk.`)
  await signInAs(page, ada)
  await page.goto(`/chat/${matchId}`)
  const log = page.getByRole('log')
  await expect(log.getByText('Line 110 of')).toBeInViewport()
  await page.getByLabel('Search names and messages').fill('lighthouse')
  await page
    .getByRole('region', { name: 'Conversations' })
    .getByRole('link', { name: /lighthouse/ })
    .click()
  const found = log.locator('[data-seq]', { hasText: 'The lighthouse at seven.' })
  await expect(found).toBeFocused()
  await expect(found).toBeInViewport()
  await expect(log.getByText('Line 1 of')).toBeInViewport()
})

test.describe('an open chat', () => {
  // The browser logs that the match is gone.
  test.use({ expectedErrors: /status of 404/ })

  test(
    'closes in the same way on a block, also without events, when a message is refused',
    anySize,
    async ({ page }) => {
      const [first, second] = [await matched(page), await matched(page)]
      await signInAs(page, first.ada)
      await openLive(page, `/chat/${first.matchId}`)
      const closed = page.getByRole('heading', { name: 'This conversation is closed' })
      const field = page.getByRole('textbox', { name: 'Message to Ben' })
      await expect(field).toBeVisible()
      await first.ben.client.block({ body: { userId: first.ada.user._id } })
      await expect(closed).toBeVisible()
      await page.routeWebSocket(/socket/, () => {})
      await signInAs(page, second.ada)
      await page.goto(`/chat/${second.matchId}`)
      await expect(field).toBeVisible()
      await second.ben.client.block({ body: { userId: second.ada.user._id } })
      await field.fill('Are you there?')
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(closed).toBeVisible()
    },
  )
})

test('a message is deleted for both only after a question, and a reply to it ends', anySize, async ({ page }) => {
  const { ada, ben, matchId: id } = await matched(page)
  const say = ({ client }: typeof ada, text: string) =>
    client.sendMessage({ params: { id }, body: { clientId: crypto.randomUUID(), text } })
  const { message } = (await say(ben, 'See you at the lighthouse.')).data
  await say(ada, 'Fine by me.')
  await signInAs(page, ada)
  await openLive(page, `/chat/${id}`)
  const log = page.getByRole('log')
  const openActions = (text: string) => log.getByRole('button', { name: `Actions for “${text}”` }).press('Enter')
  await openActions('Fine by me.')
  await page.getByRole('menuitem', { name: 'Delete for both' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this message for both of you?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(log.getByText('Fine by me.')).toBeVisible()
  await openActions('See you at the lighthouse.')
  await page.getByRole('menuitem', { name: 'Reply to' }).click()
  await expect(page.getByText('Replying to See you at the lighthouse.')).toBeVisible()
  await ben.client.deleteMessage({ params: { id, messageId: message._id } })
  await expect(log.getByText('Deleted message')).toBeVisible()
  await expect(page.getByText(/^Replying to/)).toHaveCount(0)
})
