import { inFuture } from '../../scripts/present.ts'
import { administrator, callsOf, expect, communityUrl, newMember, signInAs, test, likeEachOther } from '../world.ts'

// The server of its own keeps these rules out of other journeys.
// A fraction is refused.
test.use({ baseURL: communityUrl('house'), expectedErrors: /status of 400/ })

// Of two configurations saved at once, the second is refused.
test.describe.configure({ mode: 'serial' })

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

test.describe('two administrators', () => {
  test.use({ expectedErrors: /status of 409/ })
  test('change the same section, and each keeps what the other set', async ({ page, browser }) => {
    const other = await browser.newPage()
    for (const each of [page, other]) {
      await signInAs(each, administrator)
      await each.goto('/configuration?section=house')
    }
    const none = other.getByText('None.', { exact: true })
    await page.getByLabel('Audio and video calls').uncheck()
    await other.getByLabel('Boosts').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('None.', { exact: true })).toBeVisible()
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(other.getByRole('alert')).toBeVisible()
    await expect(other.getByLabel('Audio and video calls')).not.toBeChecked()
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(none).toBeVisible()
    await other.reload()
    for (const label of ['Audio and video calls', 'Boosts']) {
      await expect(other.getByLabel(label)).not.toBeChecked()
      await other.getByLabel(label).check()
    }
    await other.getByRole('button', { name: 'Save' }).click()
    await expect(none).toBeVisible()
    await other.close()
  })
})

test('announced terms can be read before they apply, above those that do', async ({ page }) => {
  const token = (await callsOf(page).login({ body: administrator })).data.token
  const set = async (documents: object | undefined) => {
    const options = { headers: { authorization: `Bearer ${token}` } }
    const { data } = await (await page.request.get('/api/v1/admin/configuration', options)).json()
    const configuration = { ...data.configuration, documents }
    const saved = await page.request.put('/api/v1/admin/configuration', { ...options, data: { configuration } })
    expect(saved.status()).toBe(200)
  }
  const from = inFuture(20 * 86_400_000)
    .toISOString()
    .slice(0, 10)
  await set({ terms: [{ from, text: 'Bread is shared.' }] })
  await page.goto('/terms#change')
  await expect(page.getByText('Bread is shared.')).toBeInViewport()
  // It can't be compared with ours.
  await expect(page.getByText('This replaces the whole text.')).toBeVisible()
  await expect(page.locator('#change ins')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '1. Who can join' })).toBeVisible()
  await set(undefined)
})

test('a waiting list is turned on in words', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/configuration?section=admission')
  const changes = page.getByRole('region', { name: 'Unsaved changes' })
  await page.getByLabel('People wait until enough others fit').check()
  await expect(changes).toContainText(/Waiting list by region\s*off\W+on/)
  await expect(changes).not.toContainText('People who fit')
  await page.getByLabel('People who fit').fill('40')
  await expect(changes).toContainText(/People who fit\s*30\W+40/)
  await page.getByLabel('People wait until enough others fit').uncheck()
  await page.getByLabel('People apply, and the team decides').check()
  await page.getByLabel('People with an email address at certain domains').check()
  await page.getByLabel('Email domains').fill('uni.example')
  await expect(page.getByLabel('People with an email address at your domains')).toBeVisible()
  await page.getByLabel('People apply, and the team decides').uncheck()
})

test.describe('an administrator who reads German', () => {
  test.use({ locale: 'de-DE' })
  test('writes texts in German first, and what they add in English', async ({ page }) => {
    await signInAs(page, administrator)
    await page.goto('/configuration?section=admission')
    await page.getByLabel('Man bewirbt sich, und das Team entscheidet').check()
    const questions = page.getByRole('region', { name: /^Fragen an Bewerber/ })
    await expect(questions.getByLabel('Sprache')).toHaveValue('de')
    await questions.getByRole('button', { name: 'Frage hinzufügen' }).click()
    await expect(questions.getByLabel('Sprache')).toHaveValue('en')
    await questions.getByRole('textbox').fill('Why here?')
    await questions.getByLabel('Sprache').selectOption('de')
    await expect(questions.getByRole('textbox')).toHaveAccessibleDescription('Why here?')
  })
})

test('what a switch hides leaves the draft, and comes back with the switch', async ({ page }) => {
  await signInAs(page, administrator)
  await page.goto('/configuration?section=admission')
  const none = page.getByText('None.', { exact: true })
  const rule = page.getByLabel('Open to')
  const domains = page.getByLabel('Email domains')
  await rule.selectOption('domain')
  await domains.fill('uni')
  await rule.selectOption('open')
  await expect(domains).toBeHidden()
  await expect(none).toBeVisible()
  await rule.selectOption('either')
  await expect(domains).toHaveValue('uni')
  // Emptied, it stays empty.
  await domains.fill('')
  await rule.selectOption('domain')
  await expect(domains).toHaveValue('')
  await rule.selectOption('open')

  const applications = page.getByLabel('People apply, and the team decides')
  const questions = page.getByRole('region', { name: 'Questions to applicants' })
  const question = questions.getByRole('textbox')
  await applications.check()
  await questions.getByRole('button', { name: 'Add a question' }).click()
  await question.fill('Why here?')
  await applications.uncheck()
  await expect(none).toBeVisible()
  await applications.check()
  await expect(question).toHaveValue('Why here?')
  await applications.uncheck()

  await page.getByRole('link', { name: 'Proof of age' }).click()
  const wallet = page.getByLabel('The EU’s proof of age')
  const issuers = page.getByLabel('Certificates of trusted issuers')
  await wallet.check()
  await issuers.fill('no certificate')
  await wallet.uncheck()
  await expect(none).toBeVisible()
  await wallet.check()
  await expect(issuers).toHaveValue('no certificate')
  await wallet.uncheck()
})
