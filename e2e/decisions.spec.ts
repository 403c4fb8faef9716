import type { Locator, Page } from '@playwright/test'
import { administrator, dater, enter, expect, giveReason, inLetters, test } from './world.ts'

// What staff decide about people, and what those people read of it.

const FACTS = 'Asked three people for gift cards on Monday.'
const person = (page: Page, firstName: string) =>
  dater(page, { firstName, lastName: inLetters(`Decided${Date.now()}`), dateOfBirth: '1961-03-09' })

/** By the keyboard alone. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The keyboard does not get there.')
}

async function openDialog(page: Page, id: string) {
  await page.goto(`/users/${id}`)
  await giveReason(page)
  await tabTo(page, page.getByRole('button', { name: /^Decide about/ }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Decide about/ })
  await expect(dialog).toBeVisible()
  return dialog
}

test('an administrator suspends someone by the keyboard alone, sees what will happen, and can undo it', async ({
  page,
}) => {
  const ada = await person(page, 'Ada')
  await enter(page, administrator)
  const dialog = await openDialog(page, ada.user._id)
  await tabTo(page, dialog.getByLabel('Decision'))
  await page.keyboard.type('Suspend')
  await tabTo(page, dialog.getByLabel('For'))
  await page.keyboard.type('14')
  await tabTo(page, dialog.getByLabel('Facts, shown to the member'))
  await page.keyboard.type(FACTS)
  const preview = dialog.getByRole('region', { name: 'What will happen' })
  await expect(preview.getByText(/signed out everywhere, and no one can see them until/)).toBeVisible()
  await preview.getByText('The email they get').click()
  await expect(preview.getByText(FACTS)).toBeVisible()
  await tabTo(page, dialog.getByRole('button', { name: 'Decide', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').getByText('is suspended.')).toBeVisible()
  const decisions = page.getByRole('region', { name: /^Decisions/ })
  await expect(decisions.getByText('In force')).toBeVisible()
  await tabTo(page, decisions.getByRole('button', { name: 'Undo' }))
  await page.keyboard.press('Enter')
  await expect(decisions.getByText('Undone')).toBeVisible()
  await enter(page, ada)
  await page.goto('/support')
  await expect(page.getByRole('heading', { name: 'Your reports' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Decisions about you' })).toBeHidden()
})

test('a suspended member reads why in the app', async ({ page }) => {
  const ada = await person(page, 'Eva')
  await enter(page, administrator)
  const dialog = await openDialog(page, ada.user._id)
  await dialog.getByLabel('Decision').selectOption('suspend')
  await dialog.getByLabel('Rule broken').selectOption('6')
  await dialog.getByLabel('Facts, shown to the member').fill(FACTS)
  await dialog.getByRole('button', { name: 'Decide', exact: true }).click()
  await expect(page.getByRole('status').getByText('is suspended.')).toBeVisible()
  await enter(page, ada)
  await page.goto('/support')
  const decisions = page.getByRole('region', { name: 'Decisions about you' })
  await expect(decisions.getByText('Rule: No business, no money')).toBeVisible()
  await expect(decisions.getByText(FACTS)).toBeVisible()
  await expect(decisions.getByText(/administrator|Ines/)).toBeHidden()
})
