import { callBen, pageOf, received } from './call-pages.ts'
import { fakeDevices } from './fake-devices.ts'
import { expect, matched, test } from './world.ts'

test.use(fakeDevices)

test('two people who both say yes talk and see each other, and a block ends it', async ({ page, browser }) => {
  const { ada, ben, matchId } = await matched(page)
  const hers = await pageOf(browser, ada, `/chat/${matchId}`)
  const his = await pageOf(browser, ben, '/discover')
  await callBen(hers)
  const [calling, called] = [
    hers.getByRole('dialog', { name: 'Call with Ben' }),
    his.getByRole('dialog', { name: 'Call with Ada' }),
  ]
  await expect(called.getByRole('status')).toHaveText('is calling you')
  // Neither network address is revealed before its owner has read the warning.
  await expect(called).toContainText('your network address may be visible to Ada')
  await called.getByRole('button', { name: 'Accept' }).click()
  for (const call of [calling, called]) await expect(call.getByRole('status')).toHaveText('Connected')
  for (const each of [hers, his]) await expect.poll(() => received(each, 'audio')).toBeGreaterThan(500)
  // Cameras start off. Once turned on, a camera is blurred until its owner unblurs it.
  await expect(calling.getByLabel(/video$/)).toHaveCount(1)
  await calling.getByRole('button', { name: 'Turn on camera (blurred)' }).click()
  await expect(calling.getByLabel('Your blurred video')).toBeVisible()
  await expect.poll(() => received(his, 'video')).toBeGreaterThan(500)
  await expect(called.getByLabel('Ada’s video')).toHaveClass(/inset-0/)
  await calling.getByRole('button', { name: 'Show my face' }).click()
  await expect(calling.getByLabel('Your video')).toBeVisible()
  await called.getByRole('button', { name: 'Block' }).click()
  await called.getByRole('button', { name: 'Block Ada' }).click()
  await expect(his.getByText('Ada is blocked')).toBeVisible()
  await expect(calling.getByRole('status')).toHaveText('The call has ended.')
})

test('three taps end and report a call', async ({ page, browser }) => {
  const { ada, ben, matchId } = await matched(page)
  const hers = await pageOf(browser, ada, `/chat/${matchId}`)
  const his = await pageOf(browser, ben, '/discover')
  await callBen(hers)
  const called = his.getByRole('dialog', { name: 'Call with Ada' })
  await called.getByRole('button', { name: 'Report' }).click()
  await expect(hers.getByRole('dialog', { name: 'Call with Ben' }).getByRole('status')).toContainText('No answer')
  const dialog = his.getByRole('dialog', { name: 'Report this call?' })
  await dialog.getByRole('button', { name: 'Threats' }).click()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(his.getByRole('dialog', { name: 'Block Ada too?' })).toContainText('What happens next')
  const { reports } = (await ben.client.listMyReports({ query: {} })).data
  expect(reports.map(({ detail, about }) => [detail, about?._id])).toEqual([['threats', ada.user._id]])
  expect(reports[0]!.description).toMatch(/^During a call: /)
})

test('a video call begins with a blurred picture on the side that chose it', async ({ page, browser }) => {
  const { ada, ben, matchId } = await matched(page)
  const hers = await pageOf(browser, ada, `/chat/${matchId}`)
  const his = await pageOf(browser, ben, '/discover')
  await callBen(hers, 'Video call')
  const called = his.getByRole('dialog', { name: 'Call with Ada' })
  await expect(called.getByRole('status')).toHaveText('wants to start a video call')
  await called.getByRole('button', { name: 'Accept' }).click()
  await expect(hers.getByLabel('Your blurred video')).toBeVisible()
  await expect.poll(() => received(his, 'video')).toBeGreaterThan(500)
  await expect(his.getByLabel(/^Your .*video$/)).toHaveCount(0)
  await expect(called.getByRole('button', { name: 'Turn on camera (blurred)' })).toBeVisible()
})
