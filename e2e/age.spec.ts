import { allowProofs } from './age-steps.ts'
import { administrator, callsOf, communityUrl, expect, mailTo, newMember, picture, signInAs, test } from './world.ts'

test.use({ baseURL: communityUrl('age'), expectedErrors: /status of 40[04]/ })

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
