import { expect, signInAs, test } from './world.ts'
import { HARSH, matchedWithTexts } from './before-sending-steps.ts'
import type { Page } from '@playwright/test'

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
