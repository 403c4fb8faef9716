import type { Page } from '@playwright/test'
import { administrator, callsOf, expect, communityUrl, newMember, signInAs, test } from './world.ts'

// The server of its own keeps these rules out of other journeys.
// A fraction is refused.
test.use({ baseURL: communityUrl('house'), expectedErrors: /status of 400/ })

// Of two configurations saved at once, the second is refused.
test.describe.configure({ mode: 'serial' })

test('an administrator decides what members may do, sees it apply, and goes back to the rules as installed', async ({
  page,
}) => {
  await signInAs(page, administrator)
  await page.goto('/configuration?section=house')
  const form = page.getByRole('main')
  const save = async () => {
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status').getByText('Saved. Your changes are live.').first()).toBeVisible()
    await expect(page.getByText('None.', { exact: true })).toBeVisible()
  }
  const place = form.getByLabel('One place for all')
  await place.fill('Nowhere at all')
  await expect(place).toHaveAccessibleDescription(/Choose a town from the list/)
  await place.fill('Lisbon, Portugal')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('Lisbon')
  await place.fill('')
  const age = form.getByLabel('Minimum age')
  // Emptied, it stays empty for the next digits. Left empty, it stands for the age as installed.
  await age.fill('')
  await expect(age).toHaveValue('')
  await age.pressSequentially('025')
  await expect(age).toHaveValue('25')
  await age.fill('')
  await age.blur()
  await expect(age).toHaveValue('18')
  await age.fill('21.5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Use a whole number.', { exact: true })).toBeVisible()
  await expect(age).toHaveValue('21.5')
  await age.fill('30')
  await expect(form.getByText('Use a whole number.', { exact: true })).toBeHidden()
  await form.getByLabel('Photos needed to be found').selectOption('2')
  await form.getByLabel('Unlimited likes for everyone').check()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('Minimum age')
  await save()
  await page.goto('/faqs')
  await page.getByText('How do I create an account?').click()
  await expect(page.getByText('You have to be 30 or older.')).toBeVisible()

  await page.goto('/configuration?section=house')
  await form.getByLabel('Minimum age').fill('18')
  await form.getByLabel('Photos needed to be found').selectOption('1')
  await form.getByLabel('Unlimited likes for everyone').uncheck()
  await save()
  await page.goto('/faqs')
  await page.getByText('How do I create an account?').click()
  await expect(page.getByText('You have to be 18 or older.')).toBeVisible()
})

type Admission = { join: 'open'; application?: object; waitingList?: object }

/** Saves who may join, and returns how an administrator asks the server. */
async function setAdmission(page: Page, admission: Admission | undefined) {
  const { token } = (await callsOf(page).login({ body: administrator })).data
  const headers = { authorization: `Bearer ${token}` }
  const path = '/api/v1/admin/configuration'
  const { data } = await (await page.request.get(path, { headers })).json()
  const configuration = { ...data.configuration, admission }
  expect((await page.request.put(path, { headers, data: { configuration } })).status()).toBe(200)
  return headers
}

test.describe('applications', () => {
  test.use({ expectedErrors: /status of (403|409)/ })
  test('stay open when a colleague was faster, offer no decision twice, and reach the applicant at once', async ({
    page,
    browser,
  }) => {
    const headers = await setAdmission(page, { join: 'open', application: { questions: [] } })
    const [ada, ben] = [await newMember(page), await newMember(page, { firstName: 'Ben' })]
    for (const { token } of [ada, ben]) {
      const own = { authorization: `Bearer ${token}` }
      const applied = await page.request.post('/api/v1/admission/application', { headers: own, data: { answers: [] } })
      expect(applied.status()).toBe(200)
    }
    const applicant = await (await browser.newContext()).newPage()
    await signInAs(applicant, ben)
    await applicant.goto('/admission')
    await expect(applicant.getByRole('heading', { name: 'Your application is with us' })).toBeVisible()

    await signInAs(page, administrator)
    await page.goto('/applications')
    const ofAda = page.getByRole('region', { name: 'Application by Ada Marlowe' })
    await expect(ofAda).toBeVisible()
    const message = page.getByLabel('Message to Ada')
    await message.fill('')
    await expect(message).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Accept and tell Ada' })).toBeDisabled()
    await message.fill('Welcome!')
    const { data } = await (await page.request.get('/api/v1/admin/applications?open=true', { headers })).json()
    const version = String(data.applications[0].version)
    const asked = await page.request.post(`/api/v1/admin/applications/${ada.user._id}/decide`, {
      headers: { ...headers, 'if-match': version },
      data: { decision: 'ask', message: 'Why here?' },
    })
    expect(asked.status()).toBe(200)
    await page.getByRole('button', { name: 'Accept and tell Ada' }).click()
    await expect(page.getByText(/^Kindred Admin asked a question, /)).toBeVisible()
    await expect(ofAda.getByText('Waiting for an answer')).toBeVisible()
    await expect(ofAda.getByText('Why here?')).toBeVisible()
    await expect(message).toHaveValue('Welcome!')
    await expect(page.getByLabel('Action').getByRole('option')).toHaveText([
      'Accept',
      'Put on the waiting list',
      'Decline',
    ])
    await page.getByRole('button', { name: 'Next' }).click()

    const ofBen = page.getByRole('region', { name: 'Application by Ben Marlowe' })
    await expect(ofBen).toBeVisible()
    await expect(page.getByText('1 of 1')).toBeVisible()
    await page.getByLabel('Action').selectOption('decline')
    await page.getByRole('button', { name: 'Decline and tell Ben' }).click()
    await expect(page.getByText('No applications')).toBeVisible()
    // No refetch of its own comes this soon.
    await expect(applicant.getByRole('heading', { name: 'We can’t offer you a place' })).toBeVisible()
    await page.getByLabel('Show', { exact: true }).selectOption('all')
    await expect(ofBen.getByText('Declined')).toBeVisible()
    await expect(page.getByText(/^Kindred Admin declined the application, /)).toBeVisible()
    await expect(page.getByLabel('Action').getByRole('option', { name: 'Decline' })).toHaveCount(0)
    await setAdmission(page, undefined)
  })
})
