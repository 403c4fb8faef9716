import { bornYearsAgo } from '../scripts/present.ts'
import { readFile } from 'node:fs/promises'
import {
  administrator,
  callsOf,
  newMember,
  signInAs,
  expect,
  giveReason,
  showPrivateData,
  inLetters,
  linkIn,
  mailTo,
  newPerson,
  test,
} from './world.ts'

// These journeys share an administrator, whose bulk actions and saved views appear in every tab, so they run in
// sequence.
test.describe.configure({ mode: 'default' })

test('an administrator opens a user, deactivates them with a reason, and reactivates them', async ({ page }) => {
  const age = 32
  const dateOfBirth = bornYearsAgo(age)
  const person = { ...newPerson(), lastName: 'Quist', dateOfBirth }
  await callsOf(page).register({ body: person })
  await signInAs(page, administrator)
  await page.goto(`/users?search=${person.email}`)
  const name = `${person.firstName} ${person.lastName}`
  await expect(page.getByText('Unverified')).toBeVisible()
  await page.getByRole('button', { name: `View ${name}` }).click()
  const modal = page.getByRole('dialog', { name })
  for (const text of [person.email, 'Profile complete', String(age)])
    await expect(modal.getByText(text, { exact: true })).toBeVisible()
  await modal
    .getByRole('contentinfo')
    .getByRole('button', { name: 'Close' })
    .or(modal.locator('footer').getByRole('button', { name: 'Close' }))
    .first()
    .click()
  await expect(page.getByRole('button', { name: `Activate ${name}`, exact: true })).toBeDisabled()
  await page.getByRole('button', { name: `Deactivate ${name}` }).click()
  await page.getByLabel(/Reason \(visible to the member\)/).fill('Selling things.')
  await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(page.getByRole('status').getByText(`${name} is deactivated.`)).toBeVisible()
  await expect(page.getByRole('table').getByText('Inactive')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').getByText('Undone.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Deactivate ${name}` })).toBeEnabled()
})

test('users selected by keyboard get a previewed bulk action, which is undone', async ({ page }) => {
  const mark = inLetters(`Zug${Date.now()}`)
  for (const firstName of ['Ada', 'Ben'])
    await callsOf(page).register({ body: { ...newPerson(firstName), lastName: mark } })
  await signInAs(page, administrator)
  await page.goto('/users')
  await expect(page.getByText(/^Showing/)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(mark)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Showing 2 of/)).toBeVisible()
  await page.keyboard.press('Escape')
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await expect(page.getByText('2 users selected')).toBeVisible()
  await page.getByRole('button', { name: 'Deactivate…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('2 users affected.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(page.getByRole('status').getByText('2 users deactivated.')).toBeVisible()
  await expect(page.getByRole('table').getByText('Inactive')).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('table').getByText('Inactive')).toHaveCount(0)
  await page.getByLabel(`Select Ada ${mark}`).focus()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('heading', { name: `Ada ${mark}` }).or(page.getByRole('heading', { name: `Ben ${mark}` })),
  ).toBeVisible()
})

test('the user page shows everything, with sensitive data only for a reason', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/users?search=lindqvist')
  await page.getByRole('link', { name: 'Zoë Lindqvist' }).click()
  // The basic facts and the records don't require a reason. The rest does, and each view is logged.
  await expect(page.getByRole('heading', { name: 'Zoë Lindqvist' })).toBeVisible()
  for (const name of ['Details', 'Timeline', 'Subscription', 'Decisions'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const name of ['Profile', 'Sign-ins'])
    await expect(page.getByRole('heading', { name, exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show private data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert').getByText('Give a reason to view this member.')).toBeVisible()
  await showPrivateData(page, 'She asked us to look.')
  for (const name of ['Profile', 'Details', 'Timeline', 'Subscription', 'Sign-ins'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details.getByText('Language', { exact: true })).toBeVisible()
  await expect(page.getByText('•••••')).toHaveCount(2)
  await page.getByLabel('Why do you need to see the hidden details?').fill('A court asks.')
  await page.getByRole('button', { name: 'Show hidden details' }).click()
  await expect(page.getByText('•••••')).toHaveCount(0)
  await page.getByRole('link', { name: 'View in audit log' }).click()
  await expect(page.getByText('A court asks.').first()).toBeVisible()
  const opened = page.getByRole('row').filter({ hasText: 'opened Zoë Lindqvist’s page' })
  await expect(opened.filter({ hasText: 'She asked us to look.' }).first()).toBeVisible()
  // The log is exported with its filters, and asks for a separate reason.
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await giveReason(page, 'The court wants it in writing.', ['Export audit log', 'Export'])
  const lines = (await readFile(await (await file).path(), 'utf8')).trim().split('\r\n')
  expect(lines[0]).toMatch(/^id,at,actor,/)
  expect(lines.length).toBeGreaterThan(2)
  expect(lines.slice(1).filter((line) => !line.includes(',Zoë Lindqvist,'))).toEqual([])
  await page.goto('/audit?what=audit.exported')
  await expect(page.getByRole('row').nth(1)).toContainText('The court wants it in writing.')
})

test('a new email from staff waits a day: the user page shows it, and the owner keeps theirs by one click', async ({
  page,
  browser,
}) => {
  const ada = await newMember(page)
  const email = `other.${ada.email}`
  await signInAs(page, administrator)
  await page.goto(`/users/${ada.user._id}`)
  const change = async () => {
    await page.getByRole('button', { name: 'Edit User' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit User' })
    await expect(dialog.getByText(/^A new email takes effect after 24 hours\./)).toBeVisible()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status').getByText(/^Saved\. The new email takes effect on /)).toBeVisible()
  }
  await change()
  const waiting = page.getByText(`Their email changes to ${email} on`)
  await expect(waiting).toBeVisible()
  await expect(page.getByText(ada.email).first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancel email change' }).click()
  await expect(page.getByRole('status').getByText('Email change canceled.')).toBeVisible()
  await expect(waiting).toBeHidden()
  await change()
  const hers = await (await browser.newContext()).newPage()
  await hers.goto(linkIn(await mailTo(hers, ada.email, /email will change/)))
  await expect(hers.getByText('Your email stays the same.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible()
  await expect(waiting).toBeHidden()
})
