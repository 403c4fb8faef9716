import { administrator, demoMember, expect, signInAs, test } from '../world.ts'

test('a line of the timeline is at most 40 pixels high', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto(`/users?search=${demoMember.email}`)
  await page.getByRole('link', { name: 'Zoë Lindqvist' }).click()
  const timeline = page.getByRole('region', { name: 'Timeline' })
  const rows = timeline.getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThanOrEqual(40)
})
