import { expectFits, expectNoAxeFindings } from '../measures.ts'
import { expect, newMember, signInAs, test } from '../world.ts'

test('the contacts fit every screen and have no accessibility findings', async ({ page }) => {
  const ada = await newMember(page)
  await signInAs(page, ada)
  await page.goto('/settings#contacts')
  await page
    .getByLabel('Email addresses, phone numbers, or names with a town')
    .fill('mallory@firm.example\nmy old school with a very long name that goes on and on and does not end here')
  await expect(page.getByRole('button', { name: 'Add 1 contact' })).toBeVisible()
  await expectFits(page, 'contacts')
  await expectNoAxeFindings(page, '/settings#contacts')
})
