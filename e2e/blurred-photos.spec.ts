import type { Page } from '@playwright/test'
import { withPhotos } from './blurred-photos-steps.ts'
import { expect, signInAs, test } from './world.ts'

const picturesOf = (page: Page): string[] => {
  const loaded: string[] = []
  page.on('request', (request) => request.url().includes('/pictures/') && loaded.push(request.url()))
  return loaded
}

test('the first photos of a conversation are blurred, and not loaded before they are opened', async ({ page }) => {
  const { ada, matchId, send } = await withPhotos(page)
  await send('Our pier')
  await send('Once more')
  await signInAs(page, ada)
  const loaded = picturesOf(page)
  await page.goto(`/chat/${matchId}`)
  const log = page.getByRole('log')
  const blurred = log.getByRole('button', { name: 'Blurred photo. Open' })
  await expect(blurred).toHaveCount(2)
  await expect(log.getByRole('img')).toHaveCount(0)
  await expect(log.getByRole('button', { name: 'Report this photo' })).toHaveCount(2)
  await expect(log.getByRole('button', { name: 'Block Ben' })).toHaveCount(2)
  const { messages } = (await ada.client.listMessages({ params: { id: matchId }, query: {} })).data
  const files = messages.map((message) => new URL(message.picture!.url, page.url()).pathname.split('/').at(-2)!)
  const loads = () => loaded.filter((url) => files.some((file) => url.includes(file))).length
  expect(files).toHaveLength(2)
  expect(loads()).toBe(0)
  await blurred.first().focus()
  await page.keyboard.press('Enter')
  const photo = log.getByRole('button', { name: 'View photo from Ben' })
  await expect(photo).toHaveCount(2)
  await expect(photo.first()).toBeFocused()
  await expect.poll(loads).toBeGreaterThan(0)
  await expect(log.getByRole('button', { name: 'Report this photo' })).toHaveCount(0)
  await page.reload()
  await expect(photo).toHaveCount(2)
})
