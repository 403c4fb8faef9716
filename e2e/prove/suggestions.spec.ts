import { anySize, newMember, signInAs, expect, test } from '../world.ts'

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
    const row = (name: RegExp) => page.getByRole('main').getByRole('button', { name }).last()
    const sheet = page.getByRole('dialog')
    const close = async () => {
      await sheet.getByRole('button', { name: 'Fertig' }).click()
      await expect(sheet).toHaveCount(0)
    }
    await row(/^Eckdaten/).click()
    await expect(sheet.getByRole('button', { name: 'Deutsch entfernen' })).toBeVisible()
    await close()
    await row(/^Satzanfänge/).click()
    const prompt = sheet.getByRole('combobox', { name: 'Satzanfang' })
    await expect(prompt.getByRole('option', { name: 'Ein perfekter Sonntag', selected: true })).toBeAttached()
    await close()
    await row(/^Interessen/).click()
    await expect(sheet.getByRole('button', { name: 'Kochen entfernen' })).toBeVisible()
    const field = sheet.getByRole('textbox', { name: 'Interessen' })
    await field.fill('wandern')
    await field.press('Enter')
    await expect(sheet.getByRole('button', { name: 'Wandern entfernen' })).toBeVisible()
    await close()
    const { user } = (await jürgen.client.getProfile()).userData
    expect(user.interests).toEqual(['cooking', 'Sauerteig', 'hiking'])
    expect(user.prompts).toMatchObject([{ question: 'A perfect Sunday' }])
    await page.goto(`/members/${ada.user._id}?lang=ar`)
    await expect(page.getByRole('main').getByText('الطبخ', { exact: true })).toBeVisible()
  },
)
