import { expect, newMember, signInAs, test, likeEachOther } from './world.ts'

test('in quiet mode, what is new is a dot', async ({ page }) => {
  const ada = await newMember(page)
  const ben = await newMember(page, { firstName: 'Ben' })
  const id = await likeEachOther(ben, ada)
  for (const text of ['Hello', 'Are you there?'])
    await ben.client.sendMessage({ params: { id }, body: { clientId: crypto.randomUUID(), text } })
  await signInAs(page, ada)
  await page.goto('/profile')
  const matches = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Matches/ })
  await expect(matches).toHaveText('Matches2')
  await page.goto('/settings#quiet-mode')
  await page.getByRole('checkbox', { name: 'Quiet mode' }).click()
  await expect(matches).toHaveText('Matches')
  await expect(matches).toHaveAccessibleName('Matches Something new')
})
