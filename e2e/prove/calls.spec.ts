import { callBen, chooseCall, lose, pageOf, received, startCall, theirUfrag } from '../call-pages.ts'
import { fakeDevices } from '../fake-devices.ts'
import type { Page } from '@playwright/test'
import { present } from '../../scripts/present.ts'
import { answerOnce, expect, matched, openLive, test } from '../world.ts'

test.use(fakeDevices)

type WithCameras = { cameras: { open: () => Promise<MediaStream> }[] }

/** Keeps the question for the camera open until the page calls `open`. */
async function holdCameras(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const cameras: WithCameras['cameras'] = []
    Object.assign(window, { cameras })
    const devices = navigator.mediaDevices
    const ask = devices.getUserMedia.bind(devices)
    devices.getUserMedia = (wanted) => {
      if (!wanted?.video) return ask(wanted)
      const asked = Promise.withResolvers<MediaStream>()
      const open = async () => {
        const stream = await ask(wanted)
        asked.resolve(stream)
        return stream
      }
      cameras.push({ open })
      return asked.promise
    }
  })
}

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
  await hers.clock.install({ time: present() })
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
  await hers.clock.install({ time: present() })
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

test('a camera that opens after the call has ended is turned off, and two taps open one', async ({ page, browser }) => {
  const { ada, ben, matchId } = await matched(page)
  const hers = await pageOf(browser, ada, `/chat/${matchId}`, holdCameras)
  const his = await pageOf(browser, ben, '/discover')
  const { calling, called } = await startCall(hers, his)
  await expect(calling.getByRole('status')).toHaveText('Connected')
  await calling.getByRole('button', { name: 'Turn on camera (blurred)' }).dblclick()
  await called.getByRole('button', { name: 'Hang up' }).click()
  await expect(calling.getByRole('status')).toHaveText('The call has ended.')
  const opened = await hers.evaluate(async () => {
    const { cameras } = window as unknown as WithCameras
    const streams = await Promise.all(cameras.map(({ open }) => open()))
    const tracks = streams.flatMap((stream) => stream.getTracks())
    return Object.assign(window, { tracks }).tracks.length
  })
  expect(opened).toBe(1)
  const isLive = () =>
    hers.evaluate(() =>
      (window as unknown as { tracks: MediaStreamTrack[] }).tracks.some(({ readyState }) => readyState === 'live'),
    )
  await expect.poll(isLive).toBe(false)
})

test('a call that ends before it is shown doesn’t ring, and the next one does', async ({ page, browser }) => {
  const { ada, ben, matchId } = await matched(page)
  const hers = await pageOf(browser, ada, `/chat/${matchId}`)
  const his = await pageOf(browser, ben, '/discover')
  const match = Promise.withResolvers<void>()
  await his.route(`**/api/v1/matches/${matchId}`, async (route) => {
    await match.promise
    await route.continue()
  })
  const isAsking = his.waitForRequest(`**/api/v1/matches/${matchId}`)
  await callBen(hers)
  await isAsking
  const hangUp = async () => {
    await hers.getByRole('button', { name: 'Hang up' }).click()
    await expect(hers.getByRole('dialog')).toHaveCount(0)
  }
  await hangUp()
  await chooseCall(hers)
  await expect(hers.getByRole('dialog', { name: 'Call with Ben' }).getByRole('status')).toHaveText('Calling…')
  match.resolve()
  await his.getByRole('dialog', { name: 'Call with Ada' }).getByRole('button', { name: 'Accept' }).click()
  await expect(hers.getByRole('dialog', { name: 'Call with Ben' }).getByRole('status')).toHaveText('Connected')
})

test.describe('a match that can’t be read', () => {
  test.use({ expectedErrors: /status of 404/ })
  test('loses only this call', async ({ page, browser }) => {
    const { ada, ben, matchId } = await matched(page)
    const hers = await pageOf(browser, ada, `/chat/${matchId}`)
    const his = await pageOf(browser, ben, '/discover')
    await answerOnce(his, `/matches/${matchId}`, { status: 404, json: { message: 'Gone.' } })
    const isRefused = his.waitForResponse(`**/api/v1/matches/${matchId}`)
    await callBen(hers)
    await (await isRefused).finished()
    await hers.getByRole('button', { name: 'Hang up' }).click()
    await chooseCall(hers)
    await expect(his.getByRole('dialog', { name: 'Call with Ada' }).getByRole('status')).toHaveText('is calling you')
  })
})

test('Escape and Back don’t end a call, an answered one closes in other tabs, and a new one replaces an ended one', async ({
  page,
  browser,
}) => {
  const { ada, ben, matchId } = await matched(page)
  const hers = await pageOf(browser, ada, `/chat/${matchId}`)
  const his = await pageOf(browser, ben, '/matches')
  await his.getByRole('link', { name: 'Discover' }).first().click()
  await expect(his).toHaveURL('/discover')
  const tab = await his.context().newPage()
  await openLive(tab, '/notifications')
  await callBen(hers)
  const ringing = tab.getByRole('dialog', { name: 'Call with Ada' })
  await expect(ringing).toBeVisible()
  const called = his.getByRole('dialog', { name: 'Call with Ada' })
  await called.getByRole('button', { name: 'Accept' }).click()
  await expect(called.getByRole('status')).toHaveText('Connected')
  await expect(ringing).toHaveCount(0)
  await his.keyboard.press('Escape')
  await his.goBack()
  await expect(his.getByText('To go back, end the call first.')).toBeVisible()
  await expect(his).toHaveURL('/discover')
  await expect(called.getByRole('status')).toHaveText('Connected')
  await hers.getByRole('button', { name: 'Hang up' }).click()
  await expect(called.getByRole('status')).toHaveText('The call has ended.')
  await chooseCall(hers)
  await expect(called.getByRole('status')).toHaveText('is calling you')
  await called.getByRole('button', { name: 'Decline' }).click()
  await his.goBack()
  await expect(his).toHaveURL('/matches')
})
