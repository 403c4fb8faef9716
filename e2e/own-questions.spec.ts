import { readFile } from 'node:fs/promises'
import { administrator, communityUrl, expect, inLetters, newMember, signInAs, test } from './world.ts'

// A server of its own keeps the community's questions out of other journeys.
test.use({ baseURL: communityUrl('questions'), expectedErrors: /status of 400/ })

test('the operator imports questions, two members answer one, and other answers make it a new one', async ({
  page,
}) => {
  test.slow()
  const mark = inLetters(String(Date.now()))
  const question = `Sail or row, ${mark}?`
  const file = [
    'id,language,question,answer1,answer2,answer3',
    `${mark},en,"${question}",Sail,Row,`,
    `${mark},de,"Segeln oder rudern, ${mark}?",Segeln,Rudern,`,
    `${mark}-b,en,"Hill, ${mark}?",=Yes,No,`,
    `${mark}-c,en,Too few?,Yes,,`,
  ].join('\n')
  const save = () =>
    // Another journey may have saved a version in the meantime.
    expect(async () => {
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('None.', { exact: true })).toBeVisible({ timeout: 3000 })
    }).toPass()
  await signInAs(page, administrator)
  await page.goto('/configuration?section=questions')
  const files = page.getByRole('region', { name: 'Import and export' })
  const upload = (name: string, text: string) =>
    files.getByLabel('Import a CSV or JSON').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await upload('questions.csv', file)
  const preview = files.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('status')).toHaveText('2 new, 0 changed, 0 unchanged, 1 problem')
  await expect(preview.getByText('Line 5: Needs 2 to 6 answers, without gaps.')).toBeVisible()
  await preview.getByRole('button', { name: 'Import' }).click()
  await save()

  // An exported file changes nothing when it is imported.
  const downloading = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Export as CSV' }).click()
  const csv = await readFile(await (await downloading).path(), 'utf8')
  expect(csv).toContain(`,'=Yes,No,`)
  await upload('again.csv', csv)
  await expect(preview.getByRole('status')).toContainText('0 new, 0 changed')
  await expect(preview.getByRole('button', { name: 'Import' })).toBeDisabled()
  await preview.getByRole('button', { name: 'Cancel' }).click()

  const [ada, ben] = [
    await newMember(page, { firstName: `Ada${mark}` }),
    await newMember(page, { firstName: `Ben${mark}` }),
  ]
  const id = `own:${mark}`
  const body = { answer: 1, accepted: [1], importance: 50 as const, shown: true }
  await ben.client.answerQuestion({ params: { id }, body })
  await signInAs(page, ada)
  await page.goto('/questions')
  // Other journeys' questions may come first.
  await expect(page.getByRole('progressbar', { name: 'Answered' })).toBeVisible()
  while (!(await page.getByRole('heading', { name: question }).isVisible())) {
    const before = await page.getByRole('heading', { level: 2 }).first().innerText()
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect(page.getByRole('heading', { level: 2 }).first()).not.toHaveText(before)
  }
  await page.getByRole('group', { name: 'Your answer' }).getByLabel('Row').check()
  await page.getByRole('group', { name: 'Answers you’d accept' }).getByLabel('Row').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: `Change your answer to: ${question}` })).toBeVisible()
  await page.goto(`/members/${ben.user._id}`)
  await expect(page.getByText(`${question} You both said “Row.”`).first()).toBeVisible()

  // Other answers make a new question, and its own answers bring the former one back.
  await signInAs(page, administrator)
  await page.goto('/configuration?section=questions')
  const list = page.getByRole('region', { name: 'Your questions' })
  const retired = page.getByRole('region', { name: 'Retired questions' })
  await list.getByLabel('Search your questions').fill(question)
  await expect(list.getByRole('status')).toContainText('1 of')
  await list.getByRole('button', { name: question, expanded: false }).click()
  await list.getByRole('textbox', { name: 'Answer 2' }).fill('Row gently')
  await expect(list.getByText('With other answers, this is a new question.')).toBeVisible()
  await expect(retired.getByText(question)).toBeVisible()
  await list.getByRole('textbox', { name: 'Answer 2' }).fill('Row')
  await expect(list.getByText('With other answers, this is a new question.')).toBeHidden()
  await expect(page.getByText('None.', { exact: true })).toBeVisible()
  await list.getByRole('button', { name: 'Add an answer' }).click()
  await expect(list.getByRole('textbox', { name: 'Answer 3' })).toBeFocused()
  await list.getByRole('textbox', { name: 'Answer 3' }).fill('Neither')
  await list.getByLabel('Language').selectOption('de')
  await list.getByRole('textbox', { name: 'Answer 3' }).fill('Nichts davon')
  await save()
  await expect(async () => {
    const { questions } = (await ada.client.listQuestions()).data
    const now = questions.filter(({ text }) => text === question)
    expect(now.map(({ answers, mine }) => ({ answers, mine }))).toEqual([
      { answers: ['Sail', 'Row', 'Neither'], mine: null },
    ])
  }).toPass()
  // Other journeys on this server aren't asked.
  await list.getByLabel('Language').selectOption('en')
  await list.getByLabel('Search your questions').fill(mark)
  const retire = list.getByRole('button', { name: /^Retire .*/ })
  await expect(retire).toHaveCount(2)
  await retire.first().click()
  await expect(retire).toHaveCount(1)
  await retire.first().click()
  await save()
})
