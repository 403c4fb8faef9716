import { callsOf } from '@kindred/contract/calls'
import { type CallServers, KEEP_SECONDS, phoneCalls, RINGS_SECONDS } from '@kindred/contract/chat/phone-calls'
import type { ServerEvent } from '@kindred/contract/events'
import { send } from '../../api/send.ts'
import { errorText } from '../../api/error-text.ts'
import { CallFailed } from '../../api/failure.ts'
import { onServerEvent } from '../../api/live.ts'
import { type Camera, startCamera } from './camera.ts'
import { connect, type Connection } from './connection.ts'

const phone = callsOf(phoneCalls, send)

/** The reason that a call ended: `elsewhere` in another tab that accepted it. `text` is the server's message. */
export type Ending = 'ended' | 'elsewhere' | 'missed' | 'failed' | 'no-microphone' | { text: string }
export type View = {
  phase: 'offered' | 'asking' | 'connecting' | 'talking' | 'reconnecting' | 'over'
  ending?: Ending
  camera: 'off' | 'blurred' | 'clear'
  theirCamera: boolean
  isMuted: boolean
  isWeak: boolean
  lacksCamera: boolean
}

const WEAK = 0.15
const CONNECTS_SECONDS = 30
const FIRST: View = {
  phase: 'asking',
  camera: 'off',
  theirCamera: false,
  isMuted: false,
  isWeak: false,
  lacksCamera: false,
}

const isOverFor = (error: unknown) => error instanceof CallFailed && (error.status === 404 || error.status === 403)

/** `showsAddress` means that there are no relays, and that the member has accepted this. */
export type Which = { matchId: string; callId: string | undefined; withVideo: boolean; showsAddress: boolean }

/** A call from ringing to its end. Changes are reported to `onView`. */
export class Call {
  view: View
  connection: Connection | undefined
  camera: Camera | undefined
  readonly #matchId: string
  readonly #isCaller: boolean
  readonly #consent: { showsAddress?: true }
  readonly #onView: (view: View) => void
  #callId: string | undefined
  #withVideo: boolean
  #microphone: MediaStream | undefined
  #timers: ReturnType<typeof setInterval>[] = []
  #weakFor = 0
  #givesUp: ReturnType<typeof setTimeout> | undefined
  readonly #stopListening: () => void

  constructor({ matchId, callId, withVideo, showsAddress }: Which, onView: (view: View) => void) {
    this.#matchId = matchId
    this.#callId = callId
    this.#withVideo = withVideo
    this.#consent = showsAddress ? { showsAddress: true } : {}
    this.#isCaller = callId === undefined
    this.#onView = onView
    this.view = { ...FIRST, phase: this.#isCaller ? 'asking' : 'offered' }
    queueMicrotask(() => this.#show({}))
    this.#stopListening = onServerEvent((event) => this.#handleEvent(event))
    if (this.#isCaller) void this.#ask()
    this.#timers.push(
      setTimeout(() => ['asking', 'offered'].includes(this.view.phase) && this.end('missed'), RINGS_SECONDS * 1000),
    )
  }

  get #params() {
    return { id: this.#matchId, callId: this.#callId ?? '' }
  }

  #show(change: Partial<View>): void {
    this.view = { ...this.view, ...change }
    this.#onView(this.view)
  }

  async #openMicrophone(): Promise<boolean> {
    try {
      const microphone = await navigator.mediaDevices.getUserMedia({ audio: true })
      if (this.view.phase === 'over') for (const track of microphone.getTracks()) track.stop()
      else this.#microphone = microphone
    } catch {
      this.end('no-microphone')
    }
    return this.view.phase !== 'over'
  }

  async #ask(): Promise<void> {
    if (!(await this.#openMicrophone())) return
    const body = { ...this.#consent, ...(this.#withVideo ? { withVideo: true as const } : {}) }
    try {
      const { data } = await phone.askForCall({ params: { id: this.#matchId }, body })
      this.#callId = data.callId
      if (this.view.phase === 'over') this.#reportEnd()
    } catch (error) {
      this.end({ text: errorText(error) })
    }
  }

  async accept(): Promise<void> {
    this.#show({ phase: 'connecting' })
    if (!(await this.#openMicrophone())) return
    try {
      const { data } = await phone.acceptCall({ params: this.#params, body: this.#consent })
      this.#connect(data.servers)
    } catch (error) {
      this.end({ text: errorText(error) })
    }
  }

  #handleEvent(event: ServerEvent): void {
    if (!('matchId' in event) || event.matchId !== this.#matchId) return
    if (event.type === 'match.ended') return this.end('ended')
    if (event.type !== 'call' || event.callId !== this.#callId) return
    const { step, data } = event
    if (step === 'signal') this.#receive(data)
    // The member answered in another tab.
    if (step === 'accepted' && this.view.phase === 'offered') this.#finish('elsewhere')
    if (step === 'accepted' && this.#isCaller && this.view.phase === 'asking') void this.#begin()
    if (step === 'ended') this.#finish(this.view.phase === 'asking' ? 'missed' : 'ended')
  }

  /** Signals that arrived before the connection opened. */
  readonly #early: string[] = []
  #receive(data: string): void {
    if (this.connection) this.connection.receive(data)
    else this.#early.push(data)
  }

  /** The caller gets the relay servers once the other person has accepted. */
  async #begin(): Promise<void> {
    this.#show({ phase: 'connecting' })
    try {
      this.#connect((await phone.keepCall({ params: this.#params })).data.servers)
    } catch (error) {
      this.end({ text: errorText(error) })
    }
  }

  #connect(servers: CallServers): void {
    if (!this.#microphone || this.view.phase === 'over') return
    this.#show({ phase: 'connecting' })
    this.connection = connect({
      servers,
      microphone: this.#microphone,
      isCaller: this.#isCaller,
      send: (data) => phone.signalCall({ params: this.#params, body: { data } }),
      onConnected: () => {
        clearTimeout(this.#givesUp)
        this.#show({ phase: 'talking' })
        // The chosen video begins blurred, like any other, and not again after a lost connection.
        if (this.#withVideo) void this.setCamera('blurred')
        this.#withVideo = false
      },
      onLost: () => this.#lose(),
      onFailed: () => this.end('failed'),
      onTheirCamera: (theirCamera) => this.#show({ theirCamera }),
    })
    for (const data of this.#early.splice(0)) this.connection.receive(data)
    this.#timers.push(setInterval(() => void this.#keep(), KEEP_SECONDS * 1000))
    // Without a relay candidate, the browser never reports a failed connection.
    this.#giveUpLater()
  }

  #giveUpLater(): void {
    this.#givesUp = setTimeout(() => this.end('failed'), CONNECTS_SECONDS * 1000)
  }

  /** Handles lost media. While the first connection is still being made, its own timeout applies. */
  #lose(): void {
    if (this.view.phase !== 'talking') return
    this.#show({ phase: 'reconnecting' })
    this.#giveUpLater()
  }

  async #keep(): Promise<void> {
    phone.keepCall({ params: this.#params }).catch((error: unknown) => isOverFor(error) && this.#finish('ended'))
    const loss = (await this.connection?.loss()) ?? 0
    this.#weakFor = loss > WEAK ? this.#weakFor + 1 : 0
    if (this.#weakFor < 2 || this.view.camera === 'off') return
    await this.setCamera('off')
    this.#show({ isWeak: true })
  }

  #isSwitching = false
  async #openCamera(): Promise<void> {
    const camera = await startCamera()
    // The call may have ended while the browser asked for permission.
    if (this.view.phase === 'over') return camera.stop()
    this.camera = camera
    await this.connection?.sendVideo(camera.track)
  }

  #stopCamera(): void {
    this.camera?.stop()
    this.camera = undefined
  }

  async setCamera(camera: View['camera']): Promise<void> {
    // A second tap doesn't open a second camera.
    if (this.#isSwitching) return
    this.#isSwitching = true
    try {
      if (camera === 'off') {
        this.#stopCamera()
        await this.connection?.sendVideo(null)
      } else if (!this.camera) await this.#openCamera()
      this.camera?.setBlurred(camera === 'blurred')
      if (this.view.phase !== 'over') this.#show({ camera, isWeak: false, lacksCamera: false })
    } catch {
      this.#stopCamera()
      if (this.view.phase !== 'over') this.#show({ camera: 'off', lacksCamera: true })
    }
    this.#isSwitching = false
  }

  mute(isMuted: boolean): void {
    for (const track of this.#microphone?.getTracks() ?? []) track.enabled = !isMuted
    this.#show({ isMuted })
  }

  #reportEnd(): void {
    if (this.#callId) phone.endCall({ params: this.#params }).catch(() => {})
  }

  end(ending: Ending): void {
    if (this.view.phase === 'over') return
    this.#reportEnd()
    this.#finish(ending)
  }

  #finish(ending: Ending): void {
    if (this.view.phase === 'over') return
    for (const timer of this.#timers) clearInterval(timer)
    clearTimeout(this.#givesUp)
    this.#stopListening()
    this.connection?.close()
    this.#stopCamera()
    for (const track of this.#microphone?.getTracks() ?? []) track.stop()
    this.#show({ phase: 'over', ending, camera: 'off', theirCamera: false })
  }
}
