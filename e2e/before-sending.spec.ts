import { anySize, expect, newMember, signInAs, test, matched, likeEachOther } from './world.ts'
import type { Page } from '@playwright/test'

async function matchedWithTexts(page: Page) {
  const { ada, ben, matchId } = await matched(page)
  const texts = async () => {
    const { messages } = (await ben.client.listMessages({ params: { id: matchId }, query: {} })).data
    return messages.map(({ text }) => text)
  }
  return { ada, matchId, texts }
}

const HARSH = 'You are a pathetic loser'

/** What the page sends, except for its own files: the path and the body. */
function requestsOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) sent.push(`${pathname} ${request.postData() ?? ''}`)
  })
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))))
  return sent
}

test('words that may hurt are asked about once, with Edit first, and nothing of it leaves the device', async ({
  page,
}) => {
  const { ada, matchId, texts } = await matchedWithTexts(page)
  await signInAs(page, ada)
  await page.goto(`/chat/${matchId}`)
  const sent = requestsOf(page)
  const field = page.getByLabel('Message to Ben')
  const dialog = page.getByRole('dialog', { name: 'Send this?' })
  await field.fill(HARSH)
  await field.press('Enter')
  await expect(dialog.getByText('How would Ben read them?')).toBeVisible()
  await expect(dialog.getByRole('button').nth(1)).toHaveText('Edit')
  await expect(dialog.getByRole('button', { name: 'Edit' })).toBeFocused()
  await expect(dialog.getByRole('button').nth(2)).toHaveText('Send anyway')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(HARSH)
  expect(await texts()).toEqual([])
  expect(sent.filter((request) => /pathetic|loser|harsh|asked/i.test(request))).toEqual([])
  // It was asked today: the second time, the message is sent.
  await field.press('Enter')
  await expect(page.getByRole('log').getByText(HARSH)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect.poll(texts).toEqual([HARSH])
  const bodies = sent.filter((request) => request.includes('pathetic'))
  expect(bodies).toHaveLength(1)
  expect(Object.keys(JSON.parse(bodies[0]!.slice(bodies[0]!.indexOf('{')))).toSorted()).toEqual(['clientId', 'text'])
})

test('“Send anyway” sends, harmless words are never asked about, and another conversation asks again', async ({
  page,
}) => {
  const { ada, matchId, texts } = await matchedWithTexts(page)
  await signInAs(page, ada)
  await page.goto(`/chat/${matchId}`)
  const field = page.getByLabel('Message to Ben')
  const dialog = page.getByRole('dialog', { name: 'Send this?' })
  await field.fill('See you at the pier?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(texts).toEqual(['See you at the pier?'])
  await expect(dialog).toHaveCount(0)
  await field.fill('Can you buy me a Steam card and send me a photo of the code?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog.getByText('because scams begin like this')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send anyway' }).click()
  await expect.poll(texts).toHaveLength(2)
  await expect(field).toHaveValue('')
  const cleo = await newMember(page, { firstName: 'Cleo' })
  await page.goto(`/chat/${await likeEachOther(cleo, ada)}`)
  await page.getByLabel('Message to Cleo').fill(HARSH)
  await page.getByLabel('Message to Cleo').press('Enter')
  await expect(dialog).toBeVisible()
})

test('a note with a like is asked about, too', anySize, async ({ page }) => {
  const ben = await newMember(page, {}, { firstName: 'Ben' })
  const ada = await newMember(page)
  await ada.client.choose({ body: { userId: ben.user._id, action: 'like' } })
  await signInAs(page, ada)
  await page.goto('/likes')
  await page.getByRole('tab', { name: 'Liked by you' }).click()
  await page.getByRole('button', { name: 'Add a note for Ben' }).click()
  await page.getByLabel('Your note').fill(HARSH)
  await page.getByRole('button', { name: 'Add note' }).click()
  const question = page.getByRole('dialog', { name: 'Send this?' })
  await question.getByRole('button', { name: 'Edit' }).click()
  await expect(question).toBeHidden()
  expect((await ada.client.listGivenLikes()).data.likes.map(({ note }) => note)).toEqual([null])
})

test('a note with a like loses nothing that is typed or pasted', async ({ page }) => {
  const prompts = [{ question: 'A perfect Sunday', answer: 'Bread, then the river.' }]
  const ben = await newMember(page, { firstName: 'Ben' }, { prompts })
  await signInAs(page, await newMember(page))
  await page.goto(`/members/${ben.user._id}`)
  const open = () => page.getByRole('button', { name: 'Like the answer to “A perfect Sunday”' }).click()
  await open()
  const note = page.getByLabel('Your note')
  const long = 'Mine, too. '.repeat(13)
  await note.fill(long)
  await expect(page.getByText('Too long to send: remove 2 characters.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send like' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(note).toHaveCount(0)
  await open()
  await expect(note).toHaveValue(long)
  await note.fill('Mine, too')
  await expect(page.getByText('131 characters left')).toBeVisible()
  await page.getByRole('button', { name: 'Send like' }).click()
  await expect(page.getByText('You like Ben.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Like the answer to “A perfect Sunday”' })).toHaveCount(0)
})

test('the next day, it asks again; signing out forgets that it has asked', anySize, async ({ page }) => {
  const { ada, matchId } = await matched(page)
  await signInAs(page, ada)
  await page.goto(`/chat/${matchId}`)
  const field = page.getByLabel('Message to Ben')
  const dialog = page.getByRole('dialog', { name: 'Send this?' })
  const key = `kindred.asked-before-sending.${matchId}`
  await field.fill(HARSH)
  await field.press('Enter')
  await dialog.getByRole('button', { name: 'Edit' }).click()
  const yesterday = new Date(Date.now() - 86_400_000).toDateString()
  await page.evaluate(([name, day]) => localStorage.setItem(name!, day!), [key, yesterday])
  await field.press('Enter')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Edit' }).click()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/settings'))
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull()
})

test('what is typed while a message is being checked stays in the field', anySize, async ({ page }) => {
  const { ada, matchId, texts } = await matchedWithTexts(page)
  await signInAs(page, ada)
  await page.goto(`/chat/${matchId}`, { waitUntil: 'networkidle' })
  const rule = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await rule.promise
    await route.continue()
  })
  const field = page.getByLabel('Message to Ben')
  await field.fill('See you at eight.')
  await field.press('Enter')
  await field.pressSequentially(' Or nine?')
  await expect(field).toHaveValue('See you at eight. Or nine?')
  rule.resolve()
  await expect.poll(texts).toEqual(['See you at eight.'])
  await expect(field).toHaveValue('Or nine?')
})

test.describe('without the rule', () => {
  test.use({ expectedErrors: /Failed to load resource|ERR_|dynamically imported/ })
  test('a message is sent all the same', anySize, async ({ page }) => {
    const { ada, matchId, texts } = await matchedWithTexts(page)
    await signInAs(page, ada)
    await page.goto(`/chat/${matchId}`, { waitUntil: 'networkidle' })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.getByLabel('Message to Ben').fill(HARSH)
    await page.getByLabel('Message to Ben').press('Enter')
    await expect.poll(texts).toEqual([HARSH])
  })
})
