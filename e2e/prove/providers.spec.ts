import { expect, providers, test } from '../world.ts'

// The test acts as Google's page: it sends the browser back with a token signed by the local key server.

test('a new member joins with Google, accepts the terms, lands on the requested page, and fills in a profile', async ({
  page,
}) => {
  const email = `mira.${crypto.randomUUID().slice(0, 8)}@gmail.com`
  await page.route('https://accounts.google.com/**', async (route) => {
    const params = new URL(route.request().url()).searchParams
    const claims = new URLSearchParams({ nonce: params.get('nonce')!, email, sub: email })
    const token = await (await page.request.get(`${providers.url}/issue?${claims}`)).text()
    const back = `${params.get('redirect_uri')}#state=${params.get('state')}&id_token=${token}`
    await route.fulfill({
      contentType: 'text/html',
      body: `<script>location.replace(${JSON.stringify(back)})</script>`,
    })
  })
  await page.goto('/settings')
  await expect(page).toHaveURL(/\/signin/)
  await page.getByRole('button', { name: /Google/ }).click()
  await expect(page.getByRole('heading', { name: 'Before you start' })).toBeVisible()
  await page.getByRole('checkbox', { name: /I’m 18 or older/ }).check()
  await page.getByRole('button', { name: 'Agree and continue' }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await page.goto('/onboarding')
  // The count of joining, without the questions that the provider answered.
  await expect(page.getByText('Step 5 of 13')).toBeVisible()
  await page.getByLabel('Date of birth').fill('1994-05-17')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Woman', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Who would you like to meet?' })).toBeVisible()
  await page.getByLabel('Men', { exact: true }).check()
  await page.getByRole('checkbox', { name: /using my dating preferences/ }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'How old, and how far away?' })).toBeVisible()
  await page.goto('/settings#consents')
  await expect(
    page
      .getByRole('switch', { name: /Use of my dating preferences/ })
      .or(page.getByLabel(/Use of my dating preferences/))
      .first(),
  ).toBeChecked()
})
