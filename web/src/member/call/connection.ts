import type { CallServers } from '@kindred/contract/chat/phone-calls'
import { isObject } from '../../api/failure.ts'

type Signal =
  | { kind: 'description'; description: RTCSessionDescriptionInit }
  | { kind: 'candidate'; candidate: RTCIceCandidateInit }
  | { kind: 'camera'; isOn: boolean }

type Wiring = {
  servers: CallServers
  microphone: MediaStream
  isCaller: boolean
  send: (data: string) => Promise<unknown>
  onConnected: () => void
  /** Called when the connection was lost and ICE restarts. */
  onLost: () => void
  onFailed: () => void
  onTheirCamera: (isOn: boolean) => void
}

export type Connection = {
  theirs: MediaStream
  receive: (data: string) => void
  sendVideo: (track: MediaStreamTrack | null) => Promise<void>
  loss: () => Promise<number>
  close: () => void
}

const isSignal = (value: unknown): value is Signal =>
  isObject(value) && typeof value['kind'] === 'string' && ['description', 'candidate', 'camera'].includes(value['kind'])

export function connect(wiring: Wiring): Connection {
  const { servers, microphone, isCaller, onConnected, onLost, onFailed, onTheirCamera } = wiring
  const peer = new RTCPeerConnection({
    iceServers: servers.relays,
    // A relay hides each side's network address from the other.
    iceTransportPolicy: servers.relays.length > 0 ? 'relay' : 'all',
  })
  const theirs = new MediaStream()
  // Signals are processed in sequence, because each depends on the previous ones.
  let [sending, receiving] = [Promise.resolve(), Promise.resolve()]
  const send = (signal: Signal) =>
    void (sending = sending.then(async () => void (await wiring.send(JSON.stringify(signal)))).catch(() => {}))
  const early: RTCIceCandidateInit[] = []
  peer.addEventListener('track', ({ track }) => theirs.addTrack(track))
  peer.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate) send({ kind: 'candidate', candidate: candidate.toJSON() })
  })
  peer.addEventListener('connectionstatechange', () => {
    if (peer.connectionState === 'connected') onConnected()
    if (peer.connectionState === 'failed') look()
  })
  for (const track of microphone.getTracks()) peer.addTrack(track, microphone)
  const describe = async () => {
    await peer.setLocalDescription()
    if (peer.localDescription) send({ kind: 'description', description: peer.localDescription.toJSON() })
  }
  const look = () => {
    onLost()
    if (isCaller) restartIce(peer, describe).catch(onFailed)
  }
  if (isCaller) {
    peer.addTransceiver('video', { direction: 'sendrecv' })
    describe().catch(onFailed)
  }
  const take = async (signal: Signal) => {
    if (signal.kind === 'camera') return onTheirCamera(signal.isOn)
    if (signal.kind === 'candidate')
      return peer.remoteDescription ? peer.addIceCandidate(signal.candidate) : void early.push(signal.candidate)
    await peer.setRemoteDescription(signal.description)
    for (const candidate of early.splice(0)) await peer.addIceCandidate(candidate)
    const video = videoOf(peer)
    if (video) video.direction = 'sendrecv'
    if (signal.description.type === 'offer') await describe()
  }
  return {
    theirs,
    receive: (data) => {
      const signal = parsed(data)
      if (isSignal(signal)) receiving = receiving.then(() => take(signal)).catch(() => {})
    },
    sendVideo: async (track) => {
      await videoOf(peer)?.sender.replaceTrack(track)
      send({ kind: 'camera', isOn: track !== null })
    },
    loss: () => lossOf(peer),
    close: () => peer.close(),
  }
}

/**
 * When the network changes, for example when a phone leaves Wi-Fi, all candidates become invalid. One of the two peers
 * restarts ICE.
 */
function restartIce(peer: RTCPeerConnection, describe: () => Promise<void>): Promise<void> {
  peer.restartIce()
  return describe()
}

const videoOf = (peer: RTCPeerConnection) =>
  peer.getTransceivers().find(({ receiver }) => receiver.track.kind === 'video')

function parsed(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

async function lossOf(peer: RTCPeerConnection): Promise<number> {
  const lost: number[] = []
  for (const [, report] of await peer.getStats())
    if (isObject(report) && report['type'] === 'remote-inbound-rtp' && typeof report['fractionLost'] === 'number')
      lost.push(report['fractionLost'])
  return Math.max(0, ...lost)
}
