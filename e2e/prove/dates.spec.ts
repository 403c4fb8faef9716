import { inFuture } from '../../scripts/present.ts'
import { PLACE, eveningIn } from '../dates-steps.ts'
import { signInAs, expect, openLive, test, matched } from '../world.ts'

test('the other person picks one of the times, or declines; the button “I’m home” outlives the chat', async ({
  page,
}) => {
  const { ada, ben, matchId } = await matched(page)
  const params = { id: matchId }
  const slot = (hours: number) => inFuture(hours * 3_600_000).toISOString()
  await ben.client.proposePlan({ params, body: { slots: [slot(4)], place: 'The pier' } })
  await signInAs(page, ada)
  await openLive(page, `/chat/${matchId}`)
  const plan = page.getByRole('group', { name: 'Your date' })
  await plan.getByRole('button', { name: 'Decline' }).click()
  await expect(plan.getByText('You declined this date')).toBeVisible()
  await ben.client.proposePlan({ params, body: { slots: [slot(5), slot(6)], place: 'The park' } })
  await expect(plan.getByText('The park')).toBeVisible()
  await plan.getByRole('radio').nth(1).check()
  await plan.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('button', { name: 'Back to your chat' }).click()
  await expect(plan.getByText(/^Date with Ben: /)).toBeVisible()
  const accepted = (await ada.client.getDatePlan({ params })).data.plan!
  expect(accepted.startsAt).toBe(accepted.slots[1])
  await ada.client.sharePlan({ params: { id: matchId, planId: accepted._id }, body: { checkAt: null } })
  await openLive(page, '/matches')
  // A laptop shows the conversation as well, which ends once it has loaded.
  await page.waitForLoadState('networkidle')
  await ben.client.unmatch({ params, body: {} })
  const shared = page.getByRole('region', { name: 'Dates you share with a friend' })
  await shared.getByRole('button', { name: 'I’m home' }).click()
  await expect(shared).toHaveCount(0)
  expect((await ada.client.listPlanShares()).data.shares).toMatchObject([{ homeAt: expect.any(String) }])
})

test('other times than evenings can be suggested, at a place suggested before', async ({ page }) => {
  const { ada, ben, matchId } = await matched(page)
  const params = { id: matchId }
  const soon = inFuture(5 * 3_600_000).toISOString()
  await ada.client.proposePlan({ params, body: { slots: [soon], place: PLACE } })
  const planId = (await ada.client.getDatePlan({ params })).data.plan!._id
  await ada.client.endPlan({ params: { id: matchId, planId } })
  await signInAs(page, ada)
  await openLive(page, `/chat/${matchId}`)
  await page.getByRole('button', { name: 'Suggest a date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suggest a date to Ben' })
  await dialog.getByRole('button', { name: 'Other days or times' }).click()
  const noon = (await page.evaluate(eveningIn, 9)).slice(0, 11) + '12:15'
  await dialog.getByLabel('Time 1').fill(noon)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Suggest a date' }).click()
  await expect(dialog.getByLabel('Time 1')).toHaveValue(noon)
  await dialog.getByRole('group', { name: 'Places you suggested before' }).getByRole('button', { name: PLACE }).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toBeHidden()
  const { plan } = (await ben.client.getDatePlan({ params })).data
  const expected = await page.evaluate((at) => new Date(at).toISOString(), noon)
  expect(plan).toMatchObject({ state: 'proposed', place: PLACE, slots: [expected] })
})

test('another time begins on a day that isn’t chosen yet', async ({ page }) => {
  const { ada, ben, matchId } = await matched(page)
  await signInAs(page, ada)
  await openLive(page, `/chat/${matchId}`)
  await page.getByRole('button', { name: 'Suggest a date' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suggest a date to Ben' })
  await dialog.getByRole('group', { name: 'Up to three days' }).getByRole('button').nth(2).click()
  await dialog.getByRole('button', { name: 'Other days or times' }).click()
  for (const nth of [2, 3]) {
    await dialog.getByRole('button', { name: 'Add another time' }).click()
    await expect(dialog.getByLabel(`Time ${nth}`)).toBeVisible()
  }
  await dialog.getByLabel('Public place').fill(PLACE)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toBeHidden()
  const { plan } = (await ben.client.getDatePlan({ params: { id: matchId } })).data
  expect(new Set(plan!.slots).size).toBe(3)
})

test.describe('a link that never was', () => {
  test.use({ expectedErrors: /status of 404/ })
  test('says that it has expired', async ({ page }) => {
    await page.goto('/shared-date#token=nothing')
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
  })
})
