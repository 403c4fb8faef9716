import { administrator, newMember, signInAs, expect, inLetters, moderator, test } from '../world.ts'

test.describe('a failing server', () => {
  test.use({ expectedErrors: /status of 500/ })
  test('shows the specified texts', async ({ page }) => {
    const ada = await newMember(page)
    const words = `Nothing works ${Date.now()}`
    await ada.client.createReport({ body: { problem_type: 'Other', description: words } })
    await signInAs(page, administrator)
    await page.goto(`/reports?search=${encodeURIComponent(words)}`)
    await page.route('**/reports/report/*/status', (route) => route.fulfill({ status: 500, json: {} }))
    await page.route('**/reports/report/*/reply', (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('button', { name: /resolved$/ }).click()
    await expect(page.getByText('Failed to update status. Please try again.')).toBeVisible()
    await page.getByRole('button', { name: /^Reply to/ }).click()
    await page.getByRole('dialog').getByLabel('Reply', { exact: true }).fill('Hello')
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('Failed to send reply. Please try again.')).toBeVisible()
  })
})

test('reports show loading and empty states, with N/A for missing figures', async ({ page }) => {
  await signInAs(page, administrator)
  const wait = Promise.withResolvers<void>()
  const nothing = {
    total: 0,
    pending: 0,
    highPriority: 0,
    overdue: 0,
    byStatus: {},
    byType: {},
    byPriority: {},
    byMonth: {},
  }
  const times = { avgResponseTime: null, medianResponseTime: null, p90ResponseTime: null }
  await page.route('**/reports/report/stats/statistics', (route) =>
    route.fulfill({ json: { data: { ...nothing, ...times } } }),
  )
  await page.route(/\/reports\/reports\?/, async (route) => {
    await wait.promise
    await route.fulfill({ json: { data: { reports: [], pagination: { page: 1, limit: 10, total: 0, pages: 0 } } } })
  })
  await page.goto('/reports')
  await expect(page.getByText('Loading reports data...')).toBeVisible()
  wait.resolve()
  await expect(page.getByText('No reports found matching your criteria.')).toBeVisible()
  await expect(page.getByLabel('Stats')).toContainText('Avg Response TimeN/A')
})

test('a bulk action on reports is previewed and undone', async ({ page }) => {
  const ada = await newMember(page)
  const words = `Chosen ${Date.now()}`
  for (const problem_type of ['Bug Report', 'Other'] as const)
    await ada.client.createReport({ body: { problem_type, description: words } })
  await signInAs(page, administrator)
  await page.goto(`/reports?search=${encodeURIComponent(words)}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await expect(page.getByText('2 reports selected')).toBeVisible()
  await page.getByRole('button', { name: 'Close…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('2 reports affected.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByRole('status').getByText('2 reports updated.')).toBeVisible()
  await expect(page.getByRole('table').getByText('Closed', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('table').getByText('In progress', { exact: true })).toHaveCount(2)
})

test('two members of staff on one report see each other and its due time', async ({ page, browser }) => {
  const ada = await newMember(page)
  const { report } = (
    await ada.client.createReport({ body: { problem_type: 'Other', description: 'Two look at me.' } })
  ).data
  await signInAs(page, administrator)
  await page.goto(`/reports/${report._id}`)
  const clocks = page.getByRole('region', { name: 'Response times' })
  await expect(clocks.getByText('First reply')).toBeVisible()
  await expect(clocks.getByText(/^in (47|48) hr$/)).toBeVisible()
  await expect(page.getByText(/Also viewing/)).toHaveCount(0)
  const context = await browser.newContext()
  const other = await context.newPage()
  // The demo's moderator has the administrator's password.
  await signInAs(other, { email: 'moderator@demo.kindred.example', password: administrator.password })
  await other.goto(`/reports/${report._id}`)
  await expect(other.getByText('Also viewing: Kindred Admin')).toBeVisible()
  await expect(page.getByText('Also viewing: Mara Lind')).toBeVisible()
  await context.close()
})

test('a canned reply is in the reporter’s language', async ({ page }) => {
  const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' })]
  await ada.client.setLanguage({ body: { language: 'es' } })
  await ben.client.setLanguage({ body: { language: 'fr' } })
  await signInAs(page, administrator)
  const description = 'The lamp flickers again.'
  for (const [{ client }, name, text] of [
    [ada, 'Ada', 'Hola, Ada. Gracias por avisarnos. Lo estamos revisando y te responderemos aquí.'],
    [ben, 'Ben', 'Bonjour Ben, merci de nous avoir prévenus. Nous nous en occupons et te répondrons ici.'],
  ] as const) {
    const { report } = (await client.createReport({ body: { problem_type: 'Other', description } })).data
    await page.goto(`/reports/${report._id}`)
    await page.getByLabel('Canned reply').selectOption('received')
    await expect(page.getByRole('textbox', { name: `Reply to ${name}` })).toHaveValue(text)
  }
})

test('the screen offers only the report transitions in the table', async ({ page }) => {
  const ada = await newMember(page)
  const { report } = (await ada.client.createReport({ body: { problem_type: 'Other', description: 'Step by step.' } }))
    .data
  await signInAs(page, administrator)
  await page.goto(`/reports/${report._id}`)
  const decide = page.getByRole('region', { name: 'Actions' })
  const offered = async (names: string[]) => {
    for (const name of names) await expect(decide.getByRole('button', { name, exact: true })).toBeVisible()
    await expect(decide.getByRole('button').filter({ hasNotText: 'Change priority' })).toHaveCount(names.length)
  }
  const press = (name: string) => decide.getByRole('button', { name, exact: true }).click()
  const reopen = async () => {
    await press('Reopen')
    await page.getByRole('dialog').getByLabel('Reason').fill('Once more.')
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  }
  const open = ['Resolve', 'Reject', 'Close', 'Unassign']
  await offered(['Assign to me', 'Resolve', 'Reject', 'Close'])
  await press('Assign to me')
  await offered(open)
  await press('Unassign')
  await offered(['Assign to me', 'Resolve', 'Reject', 'Close'])
  for (const end of ['Resolve', 'Reject'] as const) {
    await press(end)
    await offered(['Close', 'Reopen'])
    await reopen()
    await offered(open)
  }
  await press('Close')
  await offered(['Reopen'])
})

test('a report is answered in three clicks', async ({ page }) => {
  const ada = await newMember(page)
  const description = inLetters(`Sandpiper${Date.now()}`)
  await ada.client.createReport({ body: { problem_type: 'Technical Issue', description } })
  await signInAs(page, administrator)
  await page.goto(`/reports?search=${description}`)
  await page.getByRole('button', { name: /^Reply to/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Canned reply').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').nth(1)).toContainText('In progress')
})

test('an incomplete report says beside each field what is missing, and the first one gets the focus', async ({
  page,
}) => {
  const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' })]
  await signInAs(page, ada)
  await page.goto(`/support?about=${ben.user._id}`)
  await page.getByLabel('What happened?').fill('Rude.')
  await page.getByRole('button', { name: 'Send' }).click()
  const [problem, description] = [page.getByLabel('What’s the problem?'), page.getByLabel('What happened?')]
  await expect(problem).toBeFocused()
  await expect(problem).toHaveAccessibleDescription('Choose a reason.')
  await expect(description).toHaveAccessibleDescription('Write at least 10 characters.')
  await problem.selectOption('Hate or insults')
  await expect(problem).not.toHaveAttribute('aria-invalid')
  await description.fill('He called me names.')
  await expect(description).not.toHaveAttribute('aria-invalid')
})

test('a private note mentions a colleague, who finds it in the notices and the report behind it', async ({ page }) => {
  const ada = await newMember(page)
  const body = { problem_type: 'Bug Report', description: 'The clock runs backward.' } as const
  const { report } = (await ada.client.createReport({ body })).data
  await signInAs(page, administrator)
  await page.goto(`/reports/${report._id}#note`)
  const note = page.getByRole('textbox', { name: 'Private note' })
  await note.pressSequentially('Is this yours, @mara')
  await expect(page.getByRole('option', { name: 'Mara Lind' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(note).toHaveValue('Is this yours, @Mara Lind ')
  await page.getByRole('button', { name: 'Save private note' }).click()
  await expect(page.getByText('Note saved')).toBeVisible()
  await signInAs(page, moderator)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Notices: / }).click()
  await page.getByRole('link', { name: /mentioned you in a note/ }).click()
  await expect(page).toHaveURL(`/reports/${report._id}`)
  await expect(page.getByText('Is this yours, @Mara Lind')).toBeVisible()
})
