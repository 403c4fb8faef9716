import { reported, table } from './report-list-steps.ts'
import { administrator, callsOf, moderator, signInAs, expect, test } from './world.ts'

// The list of reports: search, replies and errors.

test('the search follows typing, and the cross clears it', async ({ page }) => {
  const words = `Otter ${crypto.randomUUID().slice(0, 8)}`
  await reported(page, `${words} swims`)
  await signInAs(page, administrator)
  await page.goto('/reports')
  await expect(table(page)).toBeVisible()
  const search = page.getByLabel('Search reports')
  await search.fill(words)
  await expect(page).toHaveURL(/search=Otter/)
  await expect(table(page).getByRole('row')).toHaveCount(2)
  await expect(search).toBeFocused()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL(/\/reports$/)
  await expect(search).toHaveValue('')
  await expect(search).toBeFocused()
})

test('the list opens with the ten newest, and a view and a number of rows are remembered', async ({ page }) => {
  for (let nth = 0; nth < 12; nth++) await reported(page, `Number ${nth} of many reports`)
  await signInAs(page, administrator)
  const asked = page.waitForRequest((request) => /\/reports\/reports\?/.test(request.url()))
  await page.goto('/reports')
  const query = new URL((await asked).url()).searchParams
  expect(Object.fromEntries(query)).toEqual({ sortBy: 'createdAt', sortOrder: 'desc', limit: '10' })
  await expect(page).toHaveURL(/\/reports$/)
  await expect(table(page).getByRole('row')).toHaveCount(11)
  for (const name of ['Description', 'User', 'Type', 'Priority', 'Status', 'Date', 'Replies'])
    await expect(table(page).getByRole('columnheader', { name })).toBeVisible()
  await page.getByLabel('Rows').selectOption('25')
  await expect(table(page).getByRole('row').nth(12)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Rows')).toHaveValue('25')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('button', { name: 'Due first' }).click()
  await expect(page).toHaveURL(/order=due/)
  await page.getByLabel('Rows').selectOption('10')
})

test.describe('a reply to a changed report', () => {
  test.use({ expectedErrors: /status of 409/ })

  test('a reply to a report that a colleague just changed says so, and is sent on the next try', async ({ page }) => {
    const words = `Heron ${crypto.randomUUID().slice(0, 8)}`
    const { report } = await reported(page, words)
    await signInAs(page, administrator)
    await page.goto(`/reports?search=${words}`)
    await page.getByRole('button', { name: `Reply to ${report._id.slice(-6)}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reply', { exact: true }).fill('We put the heron back.')
    const colleague = callsOf(page, (await callsOf(page).login({ body: moderator })).data.token)
    await colleague.setReportPriority({ params: { id: report._id }, body: { priority: 'critical' } })
    // Someone else reports something before the answer with the new version is there.
    await page.route(`**/reports/report/${report._id}`, async (route) => {
      const refetched = page.waitForResponse(/\/reports\/reports\?/)
      await reported(page, 'Something else')
      await refetched
      await route.continue()
    })
    const send = dialog.getByRole('button', { name: 'Send', exact: true })
    await send.click()
    await expect(dialog.getByText(/changed this report in the meantime\. Please check it/)).toBeVisible()
    await send.click()
    await expect(dialog).toBeHidden()
  })
})
