import type { Page } from '@playwright/test'
import { allowProofs } from '../age-steps.ts'
import { answerOnce, communityUrl, expect, newMember, signInAs, test } from '../world.ts'

test.use({ baseURL: communityUrl('age'), expectedErrors: /status of 40[04]/ })

const begin = async (page: Page): Promise<string> => {
  const started = page.waitForResponse((response) => response.url().endsWith('/age/wallet') && response.ok())
  await page.getByRole('button', { name: /Use a wallet app|Try again/ }).click()
  return ((await (await started).json()) as { data: { link: string } }).data.link
}

/** Answers like a wallet whose owner says no. */
async function decline(page: Page, link: string): Promise<void> {
  const { searchParams } = new URL(link)
  const form = { state: searchParams.get('state')!, error: 'access_denied' }
  await page.request.post(new URL(searchParams.get('response_uri')!).pathname, { form })
}

test('a member gets a code for their wallet app at a desk, or a link on a phone, and learns how it ended', async ({
  page,
}) => {
  await allowProofs(page)
  const ada = await newMember(page)
  await signInAs(page, ada)
  await page.goto('/settings/age')
  const link = await begin(page)
  await expect(page.getByRole('img', { name: 'QR code for your wallet app' })).toBeVisible()
  await page.getByRole('button', { name: 'The app is on this device' }).click()
  await expect(page.getByRole('link', { name: 'Open the wallet app' })).toHaveAttribute('href', link)
  await decline(page, link)
  await expect(page.getByRole('alert')).toContainText('This proof wasn’t accepted.')

  await begin(page)
  await expect(page.getByText('Waiting for your app')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await answerOnce(page, '/age/wallet', { status: 200, json: { data: { state: 'expired' } } })
  await expect(page.getByRole('alert')).toContainText('This took more than five minutes.')

  await begin(page)
  const age = { needed: null, methods: [], provider: null, proven: { by: 'wallet', on: '2026-11-30' } }
  await answerOnce(page, '/age', { status: 200, json: { data: { age } } })
  await answerOnce(page, '/age/wallet', { status: 200, json: { data: { state: 'done' } } })
  await expect(page.getByText('You showed that you’re 18 or older')).toBeVisible()
})
