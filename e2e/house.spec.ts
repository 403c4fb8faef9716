import type { Page } from '@playwright/test'
import { administrator, callsOf, expect, communityUrl, newMember, signInAs, test, likeEachOther } from './world.ts'

// The server of its own keeps these rules out of other journeys.
// A fraction is refused.
test.use({ baseURL: communityUrl('house'), expectedErrors: /status of 400/ })
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

test('where women write first, his side of the chat waits, and opens with her first message', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/configuration?section=house')
  const form = page.getByRole('main')
  const save = async (who: string) => {
    await form.getByLabel('Who writes first').selectOption({ label: who })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('None.', { exact: true })).toBeVisible()
  }
  await save('Women')
  const ada = await newMember(page, { firstName: 'Ada' })
  const ben = await newMember(page, { firstName: 'Ben' })
  await ben.client.editProfile({ body: { gender: 'man' } })
  const id = await likeEachOther(ada, ben)
  await signInAs(page, ben)
  await page.goto(`/chat/${id}`)
  await expect(page.getByText('As soon as Ada writes, you can answer.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Suggest a date' })).toBeHidden()
  await ada.client.sendMessage({ params: { id }, body: { clientId: crypto.randomUUID(), text: 'Ahoy!' } })
  await expect(page.getByLabel('Message to Ada')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Suggest a date' })).toBeVisible()
  await signInAs(page, administrator)
  await page.goto('/configuration?section=house')
  await save('Anyone')
})

test('an administrator turns on Friends; two members join, match and chat, and the matches say which', async ({
  page,
}) => {
  await signInAs(page, administrator)
  await page.goto('/configuration?section=house')
  const form = page.getByRole('main')
  const saveWith = async (isOn: boolean) => {
    await form.getByLabel('Friends').setChecked(isOn)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('None.', { exact: true })).toBeVisible()
  }
  await saveWith(true)
  const straight = { gender: 'woman', interestedIn: ['man'], intention: 'long-term' }
  const ada = await newMember(page, { firstName: 'Ada' }, straight)
  const bea = await newMember(page, { firstName: 'Bea' }, straight)
  const join = async (person: typeof ada) => {
    await signInAs(page, person)
    await page.goto('/discover')
    await page.getByRole('button', { name: 'Friends' }).click()
    await expect(page).toHaveURL(/deck=friends/)
    await page.getByRole('button', { name: 'Look for friends' }).click()
    await expect(page.getByRole('button', { name: 'Look for friends' })).toBeHidden()
  }
  await join(ada)
  await join(bea)

  const card = page.getByRole('article', { name: 'Ada' })
  await expect(card).toBeVisible()
  await expect(card.getByText('Long-term relationship')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Super like' })).toBeHidden()
  // By keyboard: a pass, its undo, a super like that doesn’t exist, and a like.
  await page.keyboard.press('ArrowLeft')
  await expect(card).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await expect(card).toBeVisible()
  const liked = page.waitForResponse((answer) => answer.request().postDataJSON()?.action === 'like')
  await page.keyboard.press('ArrowRight')
  await (await liked).finished()

  await signInAs(page, ada)
  await page.goto('/discover?deck=friends')
  await page.getByRole('button', { name: 'Preferences' }).last().click()
  const sheet = page.getByRole('dialog', { name: 'Preferences for friends' })
  const genders = sheet.getByRole('group', { name: 'I’d like to meet' })
  await genders.getByRole('button', { name: 'Women' }).click()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('That’s everyone for now')).toBeVisible()
  await page.getByRole('button', { name: 'Preferences' }).last().click()
  await genders.getByRole('button', { name: 'Women' }).click()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('article', { name: 'Bea' })).toBeVisible()
  await page.getByRole('button', { name: 'Like', exact: true }).click()
  const moment = page.getByRole('dialog', { name: 'You and Bea matched as friends' })
  await moment.getByLabel('Message to Bea').fill('Chess on Sunday?')
  await moment.getByRole('button', { name: 'Send' }).click()
  await expect(moment).toBeHidden()

  await signInAs(page, bea)
  await page.goto('/matches')
  const thread = page.getByRole('link', { name: /Ada.*Friends/ })
  await expect(thread).toBeVisible()
  await page.getByRole('group', { name: 'Matches shown' }).getByRole('button', { name: 'Dating' }).click()
  await expect(page).toHaveURL(/kind=dating/)
  await expect(thread).toBeHidden()
  await page.getByRole('group', { name: 'Matches shown' }).getByRole('button', { name: 'Friends' }).click()
  await thread.click()
  await expect(page).toHaveURL(/\/chat\/.*kind=friends/)
  await expect(page.getByText('Chess on Sunday?').first()).toBeVisible()
  await expect(page.getByText(/^Friends · /)).toBeVisible()

  await page.goto('/discover?deck=friends')
  await page.getByRole('button', { name: 'Preferences' }).last().click()
  await sheet.getByRole('button', { name: 'Stop looking for friends' }).click()
  const leaving = page.getByRole('dialog', { name: 'Stop looking for friends?' })
  await leaving.getByRole('button', { name: 'Stop looking for friends' }).click()
  await expect(page.getByRole('button', { name: 'Look for friends' })).toBeVisible()
  await signInAs(page, administrator)
  await page.goto('/configuration?section=house')
  await saveWith(false)
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
