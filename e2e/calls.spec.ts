import { callBen, chooseCall, lose, matched, pageOf, received, startCall, theirUfrag } from './call-pages.ts'
import { fakeDevices } from './fake-devices.ts'
import { expect, test } from './world.ts'

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

test('a video call begins with a blurred picture on the side that chose it', async ({ page, browser }) => {
  const { ada, ben, matchId } = await matched(page)
  const hers = await pageOf(browser, ada, `/chat/${matchId}`)
  const his = await pageOf(browser, ben, '/discover')
  await callBen(hers, 'Video call')
  const called = his.getByRole('dialog', { name: 'Call with Ada' })
  await called.getByRole('button', { name: 'Accept' }).click()
  await expect(hers.getByLabel('Your blurred video')).toBeVisible()
  await expect.poll(() => received(his, 'video')).toBeGreaterThan(500)
  await expect(his.getByLabel(/^Your .*video$/)).toHaveCount(0)
  await expect(called.getByRole('button', { name: 'Turn on camera (blurred)' })).toBeVisible()
})

test('a declined call is a quiet line in the chat', async ({ page, browser }) => {
  const { ada, ben, matchId } = await matched(page)
  const hers = await pageOf(browser, ada, `/chat/${matchId}`)
  const his = await pageOf(browser, ben, `/chat/${matchId}`)
  await callBen(hers)
  await his.getByRole('button', { name: 'Decline' }).click()
  const calling = hers.getByRole('dialog', { name: 'Call with Ben' })
  await expect(calling.getByRole('status')).toContainText('No answer')
  await calling.getByRole('button', { name: 'Close' }).click()
  await expect(his.getByRole('log').getByText('Missed call')).toBeVisible()
  // Only the called person missed a call.
  await expect(hers.getByRole('log').getByText('No answer')).toBeVisible()
  await expect(hers.getByText('Missed call')).toHaveCount(0)
  // The warning appears once per person.
  await chooseCall(hers)
  await expect(calling.getByRole('status')).toHaveText('Calling…')
})

test('a call that can’t connect shows the reason and ends', async ({ page, browser }) => {
  const { ada, ben, matchId } = await matched(page)
  const hers = await pageOf(browser, ada, `/chat/${matchId}`)
  const his = await pageOf(browser, ben, '/discover')
  await hers.clock.install()
  await hers.route('**/signals', (route) => route.fulfill({ status: 200, json: { data: {} } }))
  // A signal that is still on its way when the time runs out would itself be too late.
  const isConnecting = hers.waitForRequest('**/signals')
  await callBen(hers)
  await his.getByRole('button', { name: 'Accept' }).click()
  const status = hers.getByRole('dialog', { name: 'Call with Ben' }).getByRole('status')
  await isConnecting
  await expect(status).toHaveText('Connecting…')
  await hers.clock.fastForward(31_000)
  await expect(status).toContainText('We couldn’t connect the two of you.')
  await expect(his.getByRole('dialog', { name: 'Call with Ada' }).getByRole('status')).toHaveText('The call has ended.')
})

test('a connection that is lost is looked for again, and the call ends only if none is found', async ({
  page,
  browser,
}) => {
  const { ada, ben, matchId } = await matched(page)
  const hers = await pageOf(browser, ada, `/chat/${matchId}`)
  const his = await pageOf(browser, ben, '/discover')
  await hers.clock.install()
  const { calling, called } = await startCall(hers, his)
  const [status, hisStatus] = [calling.getByRole('status'), called.getByRole('status')]
  for (const each of [status, hisStatus]) await expect(each).toHaveText('Connected')
  const before = await theirUfrag(his)
  const isFound = await lose(hers)
  await expect(status).toHaveText('Reconnecting…')
  await expect(calling.getByRole('button', { name: 'Mute' })).toBeVisible()
  // The caller offers new candidates, which the other browser accepts.
  await expect.poll(() => theirUfrag(his)).not.toBe(before)
  await isFound()
  await expect(status).toHaveText('Connected')
  const heard = await received(hers, 'audio')
  await expect.poll(() => received(hers, 'audio')).toBeGreaterThan(heard)
  await hers.clock.fastForward(31_000)
  await expect(status).toHaveText('Connected')
  await hers.route('**/signals', (route) => route.fulfill({ status: 200, json: { data: {} } }))
  await lose(hers)
  await expect(status).toHaveText('Reconnecting…')
  await hers.clock.fastForward(31_000)
  await expect(status).toContainText('We couldn’t connect the two of you.')
  await expect(hisStatus).toHaveText('The call has ended.')
})
