import type { Browser, Page } from '@playwright/test'
import { newMember, signInAs, openLive } from './world.ts'

type Person = Awaited<ReturnType<typeof newMember>>

/** A page of this person whose connections report what they receive. `prepare` runs before the page opens. */
export async function pageOf(
  browser: Pick<Browser, 'newContext'>,
  person: Person,
  path: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<Page> {
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
  await prepare?.(page)
  await signInAs(page, person)
  await openLive(page, path)
  return page
}

type Report = Record<string, unknown>

export const statsOf = (page: Page): Promise<Report[]> =>
  page.evaluate(async () => {
    const { peers } = window as unknown as { peers: RTCPeerConnection[] }
    const all = await Promise.all(peers.map((peer) => peer.getStats()))
    return all.flatMap((report) => [...(report as unknown as Map<string, Report>).values()])
  })

export const received = async (page: Page, kind: 'audio' | 'video'): Promise<number> =>
  (await statsOf(page))
    .filter((report) => report['type'] === 'inbound-rtp' && report['kind'] === kind)
    .reduce((sum, { bytesReceived }) => sum + Number(bytesReceived), 0)

export async function chooseCall(hers: Page, kind: 'Voice call' | 'Video call' = 'Voice call'): Promise<void> {
  await hers.getByRole('button', { name: 'Call', exact: true }).click()
  await hers.getByRole('menuitem', { name: kind }).click()
}

/** Calls Ben. The test server has no relays, so the first call with someone asks for consent. */
export async function callBen(hers: Page, kind: 'Voice call' | 'Video call' = 'Voice call'): Promise<void> {
  await chooseCall(hers, kind)
  await hers.getByRole('dialog', { name: 'Call Ben?' }).getByRole('button', { name: 'Call Ben' }).click()
}

/**
 * The first person calls, the second accepts, and both are connected. A server without relays `asksConsent` first.
 */
export async function startCall(hers: Page, his: Page, asksConsent = true) {
  await (asksConsent ? callBen(hers) : chooseCall(hers))
  const [calling, called] = [
    hers.getByRole('dialog', { name: 'Call with Ben' }),
    his.getByRole('dialog', { name: 'Call with Ada' }),
  ]
  await called.getByRole('button', { name: 'Accept' }).click()
  return { calling, called }
}

type WithPeers = { peers: RTCPeerConnection[] }

/**
 * Makes the page's connection report a failure until the returned function is called, because a real failure can't be
 * caused in a browser.
 */
export async function lose(page: Page): Promise<() => Promise<void>> {
  const setState = (state: 'failed' | undefined) =>
    page.evaluate((faked) => {
      const peer = (window as unknown as WithPeers).peers.at(-1)
      if (!peer) throw new Error('There is no call.')
      if (faked) Object.defineProperty(peer, 'connectionState', { value: faked, configurable: true })
      else Reflect.deleteProperty(peer, 'connectionState')
      peer.dispatchEvent(new Event('connectionstatechange'))
    }, state)
  await setState('failed')
  return () => setState(undefined)
}

/** The ICE user name of the other browser, which changes on an ICE restart. */
export const theirUfrag = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const peer = (window as unknown as WithPeers).peers.at(-1)
    return /a=ice-ufrag:(\S+)/.exec(peer?.remoteDescription?.sdp ?? '')?.[1]
  })
