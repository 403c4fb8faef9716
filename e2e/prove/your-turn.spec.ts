import type { Page } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { anySize, expect, likeEachOther, newMember, openLive, signInAs, test } from '../world.ts'

type Person = Awaited<ReturnType<typeof newMember>>

const write = ({ client }: Person, id: string, text: string) =>
  client.sendMessage({ params: { id }, body: { clientId: randomUUID(), text } })

/** Someone who wrote to Ada and waits for her answer. */
async function waiting(page: Page, ada: Person, firstName: string): Promise<string> {
  const person = await newMember(page, { firstName })
  const id = await likeEachOther(person, ada)
  await write(person, id, `Hello from ${firstName}, who has a lot to say about boats, bread and the river`)
  return id
}

const names = ['Ben', 'Cleo', 'Dan', 'Eli', 'Fay', 'Gus', 'Hana', 'Ida']

test.describe('too many people who wait', () => {
  test.use({ expectedErrors: /status of 409/ })
  test('pause likes, which a kind goodbye brings back', anySize, async ({ page }) => {
    const ada = await newMember(page)
    for (const name of names) await waiting(page, ada, name)
    const zoe = await newMember(page, { firstName: 'Zoe' })
    await signInAs(page, ada)
    await page.goto(`/members/${zoe.user._id}`)
    const like = page.getByRole('button', { name: 'Like', exact: true })
    await like.click()
    const sheet = page.getByRole('dialog', { name: 'Your turn' })
    await expect(sheet).toContainText('8 people are waiting to hear from you.')
    await expect(sheet.getByRole('listitem')).toHaveCount(names.length)
    await expect(sheet.getByRole('link', { name: /Fay/ })).toContainText('Hello from Fay')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()

    // The deck brings back the card that it had already put aside.
    await page.goto('/discover')
    await page.getByRole('button', { name: 'Like', exact: true }).click()
    await expect(sheet.getByRole('listitem')).toHaveCount(names.length)
    const close = sheet.getByRole('button', { name: 'Close the conversation with Fay kindly' })
    // A long last line leaves room for the button.
    await expect(close).toBeInViewport({ ratio: 1 })
    await close.click()
    const goodbye = page.getByRole('dialog', { name: 'Unmatch Fay?' })
    await goodbye.getByRole('button', { name: 'Unmatch' }).click()
    await expect(sheet).toContainText('You can like people again.')
    await sheet.getByRole('button', { name: 'Keep going' }).click()
    await page.goto(`/members/${zoe.user._id}`)
    await like.click()
    await expect(page.getByRole('main').getByText('You like Zoe.')).toBeVisible()
  })
})

test('matches begin with the new ones, then those that wait, and a laptop opens the latest', async ({ page }) => {
  const ada = await newMember(page)
  const ben = await newMember(page, { firstName: 'Ben' })
  const [withBen] = [
    await likeEachOther(ben, ada),
    await likeEachOther(await newMember(page, { firstName: 'Cleo' }), ada),
  ]
  await waiting(page, ada, 'Dan')
  await write(ben, withBen, 'Hello from Ben')
  await write(ada, withBen, 'Hello Ben')
  await signInAs(page, ada)
  await openLive(page, '/matches')
  const list = page.getByRole('region', { name: 'Conversations' })
  const linksIn = (name: string) => list.getByRole('region', { name, exact: true }).getByRole('link')
  await expect(linksIn('New matches')).toHaveText([/^Cleo/])
  await expect(linksIn('Your turn')).toHaveText([/Dan/])
  await expect(linksIn('Their turn')).toHaveText([/Ben.*You: Hello Ben/])
  const isDesk = page.viewportSize()!.width > 860
  const field = page.getByLabel('Message to Ben')
  if (isDesk) await expect(field).toBeVisible()
  else await linksIn('Their turn').click()
  // It stays open when someone else writes.
  if (isDesk) await waiting(page, ada, 'Eli')
  if (isDesk) await expect(linksIn('Your turn')).toHaveText([/Eli/, /Dan/])
  await field.fill('Still here')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('log').getByText('Sent', { exact: true })).toBeVisible()
  // On a phone, the conversation has the whole screen, and leads back by its own button.
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(isDesk ? 1 : 0)
  if (isDesk) return
  await page.getByRole('link', { name: 'Back to all conversations' }).click()
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
})
