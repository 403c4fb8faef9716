import { VOICE_RATE, VOICE_SECONDS } from '@kindred/contract/chat/voice-notes'
import { invalidField } from '@kindred/contract/errors'
import { message, type MessageDescriptor } from '@kindred/contract/message'
import { Application, createEncoder, Signal } from 'libopus-wasm'
import { toOgg } from './ogg.ts'
import { UNREADABLE_VOICE } from './unreadable.ts'

// Recordings are checked and always encoded again, so that nothing of the uploaded file is passed on. Only the worker
// imports this module.

export type Voice = {
  file: Buffer
  durationMs: number
  peaks: number[]
}

const PEAKS = 48
const SHORTEST = 0.3
const BITRATE = 24_000
/** The encoder's effort, up to 10. A minute of sound takes about a second. */
const COMPLEXITY = 5
const BYTES_PER_SAMPLE = 2

const refuse = (msg: MessageDescriptor) => invalidField('file', msg)

/** A recording has a handful of chunks. A file with millions of empty ones would keep the process busy. */
const MOST_CHUNKS = 50

/** Skips other chunks, such as those with a name or a place. */
function chunkOf(wav: Buffer, name: string): Buffer | undefined {
  let at = 12
  for (let chunk = 0; chunk < MOST_CHUNKS && at + 8 <= wav.length; chunk++) {
    const size = wav.readUInt32LE(at + 4)
    if (wav.toString('latin1', at, at + 4) === name) return wav.subarray(at + 8, at + 8 + size)
    at += 8 + size + (size % 2)
  }
  return undefined
}

function samplesOf(bytes: Uint8Array): Int16Array {
  const wav = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const isWav = wav.toString('latin1', 0, 4) === 'RIFF' && wav.toString('latin1', 8, 12) === 'WAVE'
  const [format, data] = isWav ? [chunkOf(wav, 'fmt '), chunkOf(wav, 'data')] : []
  if (!format || format.length < 16 || !data) throw refuse(UNREADABLE_VOICE)
  const [kind, channels] = [format.readUInt16LE(0), format.readUInt16LE(2)]
  const [rate, bits] = [format.readUInt32LE(4), format.readUInt16LE(14)]
  if (kind !== 1 || channels !== 1 || rate !== VOICE_RATE || bits !== 16) throw refuse(UNREADABLE_VOICE)
  const count = Math.floor(data.length / BYTES_PER_SAMPLE)
  if (count > VOICE_RATE * VOICE_SECONDS) throw refuse(message('This voice note is too long. The limit is 60 seconds.'))
  if (count < VOICE_RATE * SHORTEST) throw refuse(message('This voice note is too short.'))
  return Int16Array.from({ length: count }, (_, at) => data.readInt16LE(at * BYTES_PER_SAMPLE))
}

function peaksOf(samples: Int16Array): number[] {
  const length = samples.length / PEAKS
  return Array.from({ length: PEAKS }, (_, at) => {
    let most = 0
    for (const sample of samples.subarray(Math.floor(at * length), Math.floor((at + 1) * length)))
      most = Math.max(most, Math.abs(sample))
    return Math.round((most / 32_768) * 100)
  })
}

async function encode(samples: Int16Array): Promise<Buffer> {
  const encoder = await createEncoder({
    channels: 1,
    sampleRate: VOICE_RATE,
    application: Application.Voip,
    signal: Signal.Voice,
    bitrate: BITRATE,
    complexity: COMPLEXITY,
  })
  try {
    const { frameSize: perPacket } = encoder
    const skipped = encoder.getLookahead()
    const frames = Math.ceil((samples.length + skipped) / perPacket)
    const padded = new Int16Array(frames * perPacket)
    padded.set(samples)
    const packets = Array.from({ length: frames }, (_, at) =>
      encoder.encode(padded.subarray(at * perPacket, (at + 1) * perPacket)),
    )
    return toOgg({ packets, rate: VOICE_RATE, perPacket, skipped, samples: samples.length })
  } finally {
    encoder.free()
  }
}

export async function encodeVoice(bytes: Uint8Array): Promise<Voice> {
  const samples = samplesOf(bytes)
  return {
    file: await encode(samples),
    durationMs: Math.round((samples.length / VOICE_RATE) * 1000),
    peaks: peaksOf(samples),
  }
}
