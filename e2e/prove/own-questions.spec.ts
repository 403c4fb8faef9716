import { administrator, communityUrl, expect, inLetters, signInAs, test } from '../world.ts'

// A server of its own keeps the community's questions out of other journeys.
test.use({ baseURL: communityUrl('questions'), expectedErrors: /status of 400/ })

test('a question is edited again right after saving, during an import, and after a refusal', async ({ page }) => {
  const mark = inLetters(String(Date.now()))
  await signInAs(page, administrator)
  await page.goto('/configuration?section=questions')
  const list = page.getByRole('region', { name: 'Your questions' })
  const retired = page.getByRole('region', { name: 'Retired questions' })
  const text = list.getByRole('textbox', { name: 'Question', exact: true })
  const answer = (at: number) => list.getByRole('textbox', { name: `Answer ${at}` })
  const none = page.getByText('None.', { exact: true })
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(none).toBeVisible()
  }
  const add = list.getByRole('button', { name: 'Add a question' })
  await add.click()
  await text.fill(`Teh sea, ${mark}?`)
  await answer(1).fill('Yes')
  await answer(2).fill('No')
  await save()
  // The same question with other words.
  await text.fill(`The sea, ${mark}?`)
  await save()
  await expect(list.getByRole('button', { name: `The sea, ${mark}?`, expanded: true })).toBeVisible()
  await expect(retired.getByText(mark)).toHaveCount(0)
  // Other answers replace it, and once more after that.
  for (const other of ['Never', 'Rarely']) {
    await answer(2).fill(other)
    await expect(list.getByText('New answers')).toBeVisible()
    await save()
    await expect(list.getByText('New answers')).toBeHidden()
  }
  await expect(retired.getByText(`The sea, ${mark}?`)).toHaveCount(2)

  // What is edited while the preview of a file is open stays.
  const lines = Array.from({ length: 20 }, (_, at) => `"Many ${inLetters(String(at))}, ${mark}?",Yes,No`)
  await page.getByLabel('Import a CSV or JSON').setInputFiles({
    name: 'questions.csv',
    mimeType: 'text/plain',
    buffer: Buffer.from(['question,answer1,answer2', ...lines].join('\n')),
  })
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('status')).toContainText('20 new')
  await text.fill(`The ocean, ${mark}?`)
  await preview.getByRole('button', { name: 'Import' }).click()
  await expect(text).toHaveValue(`The ocean, ${mark}?`)

  // A refused question comes first, and stays there while it is corrected.
  await add.click()
  await answer(1).fill('Yes')
  await list.getByRole('button', { name: 'Add an answer' }).click()
  await answer(3).fill('No')
  await list.getByRole('button', { name: 'Remove answer 2' }).press('Enter')
  await expect(list).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await list.getByRole('button', { name: 'New question' }).first().click()
  await expect(text).toHaveAccessibleDescription('This field is required.')
  await text.pressSequentially('Well?')
  await expect(text).toHaveValue('Well?')
  await expect(text).toBeFocused()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(none).toBeVisible()

  await list.getByLabel('Search your questions').fill(mark)
  // With another question in the list, the focus would go there.
  await expect(list.getByRole('button', { name: /^Retire/ })).toHaveCount(1)
  await list.getByRole('button', { name: /^Retire The sea/ }).press('Enter')
  await expect(list).toBeFocused()
  await save()
})
