import { addNamedPasskey, device } from './passkeys.ts'
import { desk, expectFits, expectNoAxeFindings, phone } from './measures.ts'
import { newMember, signInAs, expect, linkIn, mailTo, namedServer, test } from './world.ts'

const NEXT = 'orchard kettle seven'

// “This wasn’t me”, from the email to the next sign-in.

test.use({ baseURL: namedServer.url, expectedErrors: /status of (400|401|403)/ })

test('an owner takes the account back from an email, keeps what they know, and signs in', async ({ page }) => {
  await device(page)
  const ada = await newMember(page)
  await signInAs(page, ada)
  await addNamedPasskey(page, 'My phone')
  const link = linkIn(await mailTo(page, ada.email, /A passkey was added/))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Take back your account' })).toBeVisible()
  await expect(page.getByText(ada.email)).toBeVisible()
  await expect(page).toHaveURL(/\/recover$/)
  await expectNoAxeFindings(page, 'recover')
  await expectFits(page, 'recover', [phone(320, 568), phone(390, 844), desk(1440, 900)])
  await page.getByRole('checkbox', { name: /My phone/ }).check()
  await page.getByLabel('New password').fill('password')
  await page.getByRole('button', { name: 'Secure my account' }).click()
  await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('New password').fill(NEXT)
  await page.getByRole('button', { name: 'Secure my account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is yours again' })).toBeVisible()
  await signInAs(page, { ...ada, password: NEXT })
  await page.goto('/settings#passkeys')
  await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText('My phone')
  // The link works only once.
  await page.goto(link)
  await expect(page.getByText('This link has expired.')).toBeVisible()
})
