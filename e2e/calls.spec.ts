import type { Browser, Page } from '@playwright/test'
import { fakeDevices } from './fake-devices.ts'
import { dater, enter, expect, test } from './world.ts'

test.use(fakeDevices)

type Person = Awaited<ReturnType<typeof dater>>

/** A page of this person, which counts what its connections receive. */
async function pageOf(browser: Browser, person: Person, path: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.addInitScript(() => {
    const peers: RTCPeerConnection[] = []
    Object.assign(window, { peers })
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        peers.push(this)
      }
    }
  })
  await enter(page, person)
  const live = page.waitForEvent('websocket')
  await page.goto(path)
  await live
  return page
}

/** How many bytes of this kind have arrived. */
const received = (page: Page, kind: 'audio' | 'video') =>
  page.evaluate(async (wanted) => {
    const { peers } = window as unknown as { peers: RTCPeerConnection[] }
    let bytes = 0
    for (const peer of peers)
      for (const [, report] of (await peer.getStats()) as unknown as Map<string, Record<string, unknown>>)
        if (report['type'] === 'inbound-rtp' && report['kind'] === wanted) bytes += Number(report['bytesReceived'])
    return bytes
  }, kind)

async function matched(page: Page) {
  const [ada, ben] = [await dater(page, { firstName: 'Ada' }), await dater(page, { firstName: 'Ben' })]
  await ben.client.choose({ body: { userId: ada.user._id, action: 'like' } })
  const { match } = (await ada.client.choose({ body: { userId: ben.user._id, action: 'like' } })).data
  return { ada, ben, matchId: match!._id }
}

test('two people who both say yes talk and see each other, and a block ends it', async ({ page, browser }) => {
  const { ada, ben, matchId } = await matched(page)
  const hers = await pageOf(browser, ada, `/chat/${matchId}`)
  const his = await pageOf(browser, ben, '/discover')
  await hers.getByRole('button', { name: 'Call', exact: true }).click()
  const [calling, called] = [
    hers.getByRole('dialog', { name: 'Call with Ben' }),
    his.getByRole('dialog', { name: 'Call with Ada' }),
  ]
  await expect(called.getByRole('status')).toHaveText('wants to call you')
  await called.getByRole('button', { name: 'Accept' }).click()
  for (const call of [calling, called]) await expect(call.getByRole('status')).toHaveText('Connected')
  for (const each of [hers, his]) await expect.poll(() => received(each, 'audio')).toBeGreaterThan(500)
  // Cameras are off. One that is turned on is blurred until its owner shows their face.
  await expect(calling.getByLabel(/video$/)).toHaveCount(1)
  await calling.getByRole('button', { name: 'Turn camera on, blurred' }).click()
  await expect(calling.getByLabel('Your blurred video')).toBeVisible()
  await expect.poll(() => received(his, 'video')).toBeGreaterThan(500)
  await expect(called.getByLabel('Their video')).toHaveClass(/inset-0/)
  await calling.getByRole('button', { name: 'Show my face' }).click()
  await expect(calling.getByLabel('Your video')).toBeVisible()
  await called.getByRole('button', { name: 'Block' }).click()
  await called.getByRole('button', { name: 'Block Ada' }).click()
  await expect(his.getByText('Ada is blocked')).toBeVisible()
  await expect(calling.getByRole('status')).toHaveText('The call has ended.')
})

test('a declined call is a quiet line in the chat', async ({ page, browser }) => {
  const { ada, ben, matchId } = await matched(page)
  const hers = await pageOf(browser, ada, `/chat/${matchId}`)
  const his = await pageOf(browser, ben, `/chat/${matchId}`)
  await hers.getByRole('button', { name: 'Call', exact: true }).click()
  await his.getByRole('button', { name: 'Decline' }).click()
  const calling = hers.getByRole('dialog', { name: 'Call with Ben' })
  await expect(calling.getByRole('status')).toContainText('No answer')
  await calling.getByRole('button', { name: 'Close' }).click()
  for (const each of [hers, his]) await expect(each.getByRole('log').getByText('Missed call')).toBeVisible()
})
