import type { Page } from '@playwright/test'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'

// A network between two browsers that loses packets. Instead of the other browser's address, each browser gets the
// address of one of our sockets, which forwards packets. The pages run unchanged, with the browser's own WebRTC.

type Address = { address: string; port: number }

async function openSocket() {
  const socket = createSocket('udp4').bind(0)
  await once(socket, 'listening')
  return socket
}

/** The fields of a candidate: …, protocol, priority, address, port, "typ", type. */
function addressIn(candidate: string): Address | undefined {
  const [, , protocol, , address = '', port, , type] = candidate.split(' ')
  const isOurs = protocol === 'udp' && type === 'host' && /^[\d.]+$/.test(address)
  return isOurs ? { address, port: Number(port) } : undefined
}

export async function weakLink() {
  const ends = [await openSocket(), await openSocket()] as const
  const homes: (Address | undefined)[] = [undefined, undefined]
  let loss = 0
  for (const at of [0, 1] as const)
    // Packets that reach one browser's socket leave through the other's.
    ends[at].on('message', (packet) => {
      const home = homes[at]
      if (home && Math.random() >= loss) ends[1 - at]!.send(packet, home.port, home.address)
    })
  /** The other browser's candidate, rewritten for this one. Null if it is left out. */
  const through = (other: 0 | 1, candidate: string): string | null => {
    const home = addressIn(candidate)
    if (!home || (homes[other] && homes[other].port !== home.port)) return null
    homes[other] = home
    const parts = candidate.split(' ')
    parts[5] = String(ends[other].address().port)
    return parts.join(' ')
  }
  return {
    /** Connects the page to one end. Must be called before the page opens. */
    join: async (page: Page, end: 0 | 1): Promise<void> => {
      await page.exposeFunction('throughLink', (candidate: string) => through(end === 0 ? 1 : 0, candidate))
      await page.addInitScript(() => {
        const { throughLink } = window as unknown as { throughLink: (text: string) => Promise<string | null> }
        window.RTCPeerConnection = class extends RTCPeerConnection {
          override async addIceCandidate(init?: RTCIceCandidateInit | null) {
            const candidate = await throughLink(init?.candidate ?? '')
            if (candidate) await super.addIceCandidate({ ...init, candidate })
          }
          override setRemoteDescription({ type, sdp = '' }: RTCSessionDescriptionInit) {
            return super.setRemoteDescription({ type, sdp: sdp.replaceAll(/a=candidate.*\r\n/g, '') })
          }
        }
      })
    },
    /** Sets the share of packets that are lost in both directions. */
    lose: (part: number) => void (loss = part),
    close: () => ends.forEach((end) => end.close()),
  }
}
