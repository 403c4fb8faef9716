import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  administrator,
  answerOnce,
  callsOf,
  communityUrl,
  expect,
  mailTo,
  newMember,
  picture,
  signInAs,
  test,
} from './world.ts'

test.use({ baseURL: communityUrl('age'), expectedErrors: /status of 40[04]/ })
test.describe.configure({ mode: 'serial' })

const certificate = new URL('../server/test/certificates/localhost.pem', import.meta.url)

/** Members may prove their age with a wallet app or a selfie, and don't have to. */
async function allowProofs(page: Page): Promise<void> {
  const { token } = (await callsOf(page).login({ body: administrator })).data
  const path = '/api/v1/admin/configuration'
  const headers = { authorization: `Bearer ${token}` }
  const read = (await (await page.request.get(path, { headers })).json()) as {
    data: { version: number; configuration: object }
  }
  const { version, configuration } = read.data
  const age = { when: ['report'], methods: ['wallet', 'selfie'], issuers: await readFile(certificate, 'utf8') }
  const saved = await page.request.put(path, {
    headers: { ...headers, 'if-match': String(version) },
    data: { configuration: { ...configuration, age } },
  })
  expect(saved.status()).toBe(200)
}

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

test('a member sends a selfie, staff decline, and of a second one they see which colleague was faster', async ({
  page,
  browser,
}) => {
  await allowProofs(page)
  const ada = await newMember(page)
  await signInAs(page, ada)
  await page.goto('/settings/age')
  const file = { name: 'me.png', mimeType: 'image/png', buffer: picture }
  const sendSelfie = async () => {
    await page.getByLabel('Choose a file').setInputFiles(file)
    await expect(page.getByRole('button', { name: 'Delete photos' })).toBeVisible()
    await page.getByLabel(/^I agree to the team looking at my photos/).check()
    await page.getByRole('button', { name: 'Send to the team' }).click()
    await expect(page.getByRole('heading', { name: 'Your photos are with our team' })).toBeVisible()
  }
  await sendSelfie()

  const desk = await (await browser.newContext()).newPage()
  await signInAs(desk, administrator)
  await desk.goto('/age-checks')
  const proof = desk.getByRole('region', { name: /^Proof of age of Ada / })
  await expect(proof.getByText(/^\d+ years old by the date of birth they entered\.$/)).toBeVisible()
  await expect(proof.getByRole('img', { name: 'Selfie' })).toHaveCount(0)
  await proof.getByRole('button', { name: 'Show selfie' }).press('Enter')
  await expect(proof.getByRole('img', { name: 'Selfie' })).toBeVisible()
  await desk.getByLabel('Action').selectOption({ label: 'It doesn’t show that they’re 18 or older' })
  const message = desk.getByLabel('Message to Ada')
  const text = await message.inputValue()
  await message.fill('')
  await expect(message).toHaveValue('')
  await expect(message).toHaveAccessibleDescription('Write a message in English.')
  await expect(desk.getByRole('button', { name: 'Decline and delete the photos' })).toBeDisabled()
  await message.fill(text)
  await desk.getByRole('button', { name: 'Decline and delete the photos' }).click()
  await expect(desk.getByText('The proof is declined.')).toBeVisible()
  await expect(desk.getByText('No proofs of age')).toBeVisible()
  expect(await mailTo(page, ada.user.email!, /Your photos don’t show that you’re 18 or older/)).toContain('good light')

  // The page learns of it without a reload.
  await expect(page.getByText('Your last proof wasn’t accepted.')).toBeVisible()
  await expect(page.getByText(/in good light/).first()).toBeVisible()
  await sendSelfie()
  await desk.reload()
  await expect(proof).toBeVisible()
  const headers = { authorization: `Bearer ${(await callsOf(page).login({ body: administrator })).data.token}` }
  const { data } = await (await page.request.get('/api/v1/admin/age-checks', { headers })).json()
  const accepted = { decision: 'accept', message: 'Thank you.' }
  await page.request.post(`/api/v1/admin/age-checks/${data.checks[0]._id}/decide`, { headers, data: accepted })
  await desk.getByRole('button', { name: 'Accept and delete the photos' }).click()
  await expect(proof).toBeVisible()
  await expect(desk.getByText(/^Kindred Admin accepted the proof, /)).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Accept and delete the photos' })).toHaveCount(0)
  await expect(page.getByText(/^You showed that you’re 18 or older with a selfie on /)).toBeVisible()
})
