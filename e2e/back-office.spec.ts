import { administrator, callsOf, signInAs, expect, inLetters, clockServer, newPerson, test } from './world.ts'

test.describe('invalid input', () => {
  test.use({ expectedErrors: /status of 400/ })
  test('is explained and fixed: the configuration changes at once, and the previous version can be restored', async ({
    page,
  }) => {
    await signInAs(page, administrator)
    await page.goto('/configuration?section=rules')
    const rules = page.getByRole('region', { name: 'Community rules' })
    await rules.getByRole('button', { name: 'Add a rule' }).click()
    const mark = `Rule of ${Date.now()}`
    await rules.getByLabel('Title').last().fill(mark)
    // A refused save leads back to the section that needs correction.
    const sections = page.getByRole('navigation', { name: 'Sections' })
    await sections.getByRole('link', { name: 'Trials' }).click()
    await expect(page.getByLabel('Quarterly (days)')).toBeVisible()
    await expect(rules).toHaveCount(0)
    await expect(sections.getByRole('link', { name: 'Community rules Unsaved changes' })).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page).toHaveURL(/section=rules/)
    await expect(sections.getByRole('link', { name: 'Community rules Needs correction' })).toBeVisible()
    await expect(rules.getByLabel('Title').last()).toHaveValue(mark)
    await expect(page.getByRole('alert')).toContainText(/required/i)
    await rules.getByLabel('Text').last().fill('Bread is shared.')
    await rules.getByLabel('Language').selectOption('de')
    await rules.getByLabel('Title').last().fill(`Deutsch: ${mark}`)
    await rules.getByLabel('Text').last().fill('Brot wird geteilt.')
    await page.getByLabel('Reason').fill(`For ${mark}.`)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status').getByText('Saved. Your changes are live.')).toBeVisible()
    await expect(page.getByText(`For ${mark}.`)).toBeVisible()
    await page.goto('/rules')
    await expect(page.getByRole('heading', { name: mark })).toBeVisible()
    const inGerman = await page.request.get('/api/v1/rules', { headers: { 'accept-language': 'de' } })
    expect(await inGerman.text()).toContain(`"title":"Deutsch: ${mark}","text":"Brot wird geteilt."`)
    await page.goto('/configuration')
    await page.getByRole('button', { name: 'Load the original settings' }).click()
    await expect(page.getByLabel('Unsaved changes').getByText(`Community rules › ${mark}`)).toBeVisible()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('None.', { exact: true })).toBeVisible()
    await page.goto('/rules')
    await expect(page.getByRole('heading', { name: '1. Be who you say you are' })).toBeVisible()
    await expect(page.getByRole('heading', { name: mark })).toHaveCount(0)
  })
})

test('the log can be filtered by actor, action, subject and time, and the URL keeps the filters', async ({ page }) => {
  const lastName = inLetters(`Log${Date.now()}`)
  const { user } = await callsOf(page).register({ body: { ...newPerson('Ada'), lastName } })
  await signInAs(page, administrator)
  await page.goto(`/users?search=${lastName}`)
  await page.getByRole('button', { name: `Deactivate Ada ${lastName}` }).click()
  await page.getByRole('dialog').getByLabel('Rule broken').selectOption({ index: 6 })
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click()
  await expect(page.getByRole('status').getByText(/is deactivated/)).toBeVisible()
  await page.goto('/audit')
  await page.getByLabel('Action', { exact: true }).selectOption('account.deactivated')
  await expect(page).toHaveURL(/what=account.deactivated/)
  await page.getByLabel('User’s name or email').fill(user.email!)
  await expect(page).toHaveURL(new RegExp(`about=${user._id}`))
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Rule 6: No business, no money.')
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No matching entries')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rows.nth(1)).toBeVisible()
})

test('subscriptions show revenue and churn, with a table for each chart', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/subscriptions')
  for (const name of ['Monthly revenue', 'Started and canceled', 'Churn']) {
    const figure = page.getByRole('figure', { name, exact: true })
    await figure.getByRole('button', { name: 'Show as a table' }).click()
    await expect(figure.getByRole('row')).toHaveCount(13)
  }
})

test('differences with the payment gateway show the member, what differed, and the outcome', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/subscriptions')
  const row = page
    .getByRole('region', { name: 'Payment provider differences' })
    .getByRole('row')
    .filter({ hasText: 'Status: Past due here, Active at the provider.' })
  await expect(row).toContainText('Updated in Kindred')
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/\/users\//)
})

test.describe('with /home to itself', () => {
  test.use({ baseURL: `http://127.0.0.1:${clockServer.port}` })
  test('an administrator changes the figures of /home, and removes them', async ({ page }) => {
    await signInAs(page, administrator)
    const figures = page.getByRole('region', { name: 'Marketing stats' })
    const save = async () => {
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByRole('status').getByText('Saved. Your changes are live.')).toBeVisible()
    }
    await page.goto('/home')
    const shown = page.getByRole('main').getByRole('definition')
    await expect(shown).toHaveText(['50K+', '1K+', '95%', '24/7'])
    await page.goto('/configuration?section=stats')
    await figures.getByLabel('Figure', { exact: true }).first().fill('312')
    await figures.getByLabel('Label').first().fill('Members in Porto')
    await figures.getByLabel('Language').selectOption('de')
    await figures.getByLabel('Label').first().fill('Mitglieder in Porto')
    await save()
    await page.goto('/home')
    await expect(shown).toHaveText(['312', '1K+', '95%', '24/7'])
    await expect(page.getByText('Members in Porto')).toBeVisible()
    await page.goto('/home?lang=de')
    await expect(page.getByText('Mitglieder in Porto')).toBeVisible()
    await page.goto('/configuration?section=stats&lang=en')
    for (const left of [3, 2, 1, 0]) {
      await figures
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click()
      await expect(figures.getByRole('listitem')).toHaveCount(left)
    }
    await save()
    await page.goto('/home')
    await expect(page.getByRole('heading', { name: 'Global Community' })).toBeVisible()
    await expect(shown).toHaveCount(0)
  })
})
