import { administrator, newMember, signInAs, expect, inLetters, test } from '../world.ts'

// Every screen shows a report's reason together with its type.

test('a report of a scam shows its reason to the member and on each screen of staff', async ({ page }) => {
  const kind = 'Other · Scam, or asks for money'
  const [sam, ben] = [await newMember(page, { firstName: 'Sam' }), await newMember(page, { firstName: 'Ben' })]
  const description = `They want a gift card, ${inLetters(String(Date.now()))}.`
  const body = { problem_type: 'Other', detail: 'scam', description, userId: sam.user._id } as const
  const { report } = (await ben.client.createReport({ body })).data
  await signInAs(page, ben)
  await page.goto('/support')
  await expect(page.getByRole('listitem').filter({ hasText: description }).getByText(kind)).toBeVisible()
  await page.getByRole('button', { name: 'Open' }).first().click()
  await expect(page.getByRole('region', { name: 'Conversation' }).getByText(kind)).toBeVisible()
  await signInAs(page, administrator)
  await page.goto('/reports')
  await page.getByLabel('Search reports').fill(description)
  await expect(page.getByRole('row')).toHaveCount(2)
  const row = page.getByRole('row').filter({ hasText: description })
  const cellOf = async (head: string) => {
    const heads = await page.getByRole('columnheader').allTextContents()
    return row.getByRole('cell').nth(heads.findIndex((each) => each === head))
  }
  for (const words of ['Other', 'Scam, or asks for money'])
    await expect((await cellOf('Type')).getByText(words, { exact: true })).toBeVisible()
  await expect(await cellOf('Reported')).toHaveText('Sam')
  await row.getByRole('button', { name: /^Reply to/ }).click()
  await expect(page.getByRole('dialog').getByText(kind)).toBeVisible()
  await page.goto(`/reports/${report._id}`)
  await expect(page.getByRole('region', { name: 'Conversation' }).getByText(kind)).toBeVisible()
  await page.goto(`/users/${sam.user._id}`)
  await expect(page.getByRole('region', { name: 'Timeline' }).getByText(kind)).toBeVisible()
})
