import { VOICE_RATE, VOICE_SECONDS } from '@kindred/contract/chat/voice-notes'
import worklet from './recorder-worklet.ts?worker&url'

export type Recorder = {
  /** What the microphone hears. */
  track: MediaStreamTrack | undefined
  /** Ends the recording. */
  stop: () => Promise<Blob>
  /** Gives the recording up. */
  cancel: () => void
}

type Heard = (seconds: number, level: number) => void

/** Records from the microphone. `onSound` follows how long and how loud it is, and a recording ends by itself. */
export async function record(onSound: Heard, onFull: () => void): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  })
  const context = new AudioContext()
  const end = () => {
    for (const track of stream.getTracks()) track.stop()
    if (context.state !== 'closed') void context.close()
  }
  try {
    await context.audioWorklet.addModule(worklet)
    await context.resume()
  } catch (error) {
    end()
    throw error
  }
  const chunks: Float32Array[] = []
  const most = VOICE_SECONDS * context.sampleRate
  let length = 0
  const node = new AudioWorkletNode(context, 'recorder')
  node.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => {
    if (length >= most) return
    chunks.push(data)
    length += data.length
    onSound(length / context.sampleRate, Math.max(...data.map(Math.abs)))
    if (length >= most) onFull()
  })
  node.port.start()
  context.createMediaStreamSource(stream).connect(node)
  return {
    track: stream.getAudioTracks()[0],
    cancel: end,
    stop: () => {
      const { sampleRate } = context
      end()
      return toWav(chunks, length, sampleRate)
    },
  }
}

/** The recording at the rate that the server takes. Its duration may be a few samples too long. */
async function toWav(chunks: readonly Float32Array[], length: number, rate: number): Promise<Blob> {
  const count = Math.min(Math.round((length / rate) * VOICE_RATE), VOICE_RATE * VOICE_SECONDS)
  const offline = new OfflineAudioContext(1, Math.max(1, count), VOICE_RATE)
  const original = offline.createBuffer(1, Math.max(1, length), rate)
  let at = 0
  for (const chunk of chunks) {
    original.copyToChannel(new Float32Array(chunk), 0, at)
    at += chunk.length
  }
  const source = offline.createBufferSource()
  source.buffer = original
  source.connect(offline.destination)
  source.start()
  return wavOf((await offline.startRendering()).getChannelData(0))
}

const HEADER = 44

function wavOf(samples: Float32Array): Blob {
  const view = new DataView(new ArrayBuffer(HEADER + samples.length * 2))
  const write = (at: number, text: string) => {
    for (let index = 0; index < text.length; index++) view.setUint8(at + index, text.charCodeAt(index))
  }
  write(0, 'RIFF')
  view.setUint32(4, view.byteLength - 8, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, VOICE_RATE, true)
  view.setUint32(28, VOICE_RATE * 2, true)
  view.setUint16(32, 2, true)
  view.setUint16(34, 16, true)
  write(36, 'data')
  view.setUint32(40, samples.length * 2, true)
  for (const [at, sample] of samples.entries())
    view.setInt16(HEADER + at * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true)
  return new Blob([view.buffer], { type: 'audio/wav' })
}
