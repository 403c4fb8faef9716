import { waiting, write } from '../your-turn-steps.ts'
import { expect, newMember, openLive, signInAs, test, likeEachOther } from '../world.ts'

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
