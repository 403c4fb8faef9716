import { anySize, newMember, signInAs, expect, test } from './world.ts'

test(
  'two people who write in different languages see what they share, each in their own',
  anySize,
  async ({ page }) => {
    const prompts = [{ question: 'Ein perfekter Sonntag', answer: 'Brot.' }]
    const kind = `kind${crypto.randomUUID().slice(0, 8)}`
    const jürgen = await newMember(
      page,
      { firstName: 'Jürgen' },
      { gender: kind, interests: ['Kochen', 'Sauerteig'], languages: ['Deutsch'], prompts },
    )
    const ada = await newMember(page, {}, { interestedIn: [kind], interests: ['Cooking'], languages: ['English'] })
    await signInAs(page, ada)
    await page.goto(`/members/${jürgen.user._id}`)
    const main = page.getByRole('main')
    await expect(main.getByText('Cooking', { exact: true })).toBeVisible()
    await expect(main.getByText('Sauerteig', { exact: true })).toBeVisible()
    await expect(main.getByText('German', { exact: true })).toBeVisible()
    await expect(main.getByText('A perfect Sunday', { exact: true })).toBeVisible()
    await signInAs(page, jürgen)
    await page.goto('/profile?lang=de')
    await expect(page.getByRole('button', { name: 'Kochen entfernen' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Deutsch entfernen' })).toBeVisible()
    const prompt = page.getByRole('combobox', { name: 'Satzanfang' })
    await expect(prompt.getByRole('option', { name: 'Ein perfekter Sonntag', selected: true })).toBeAttached()
    const field = page.getByRole('textbox', { name: 'Interessen' })
    await field.fill('wandern')
    await field.press('Enter')
    await expect(page.getByRole('button', { name: 'Wandern entfernen' })).toBeVisible()
    await page.getByRole('button', { name: 'Speichern', exact: true }).click()
    await expect(page.getByText('Gespeichert.')).toBeVisible()
    const { user } = (await jürgen.client.getProfile()).userData
    expect(user.interests).toEqual(['cooking', 'Sauerteig', 'hiking'])
    expect(user.prompts).toMatchObject([{ question: 'A perfect Sunday' }])
    await page.goto(`/members/${ada.user._id}?lang=ar`)
    await expect(page.getByRole('main').getByText('الطبخ', { exact: true })).toBeVisible()
  },
)
