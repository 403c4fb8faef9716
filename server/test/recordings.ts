/** A recording as browsers upload it: a 16-bit mono WAV with a tone that gets louder. */
export function recordingOf(seconds: number, { rate = 16_000, channels = 1, extra = '' } = {}): Buffer {
  const samples = Math.round(seconds * rate)
  const sound = Buffer.alloc(samples * channels * 2)
  for (let at = 0; at < samples * channels; at++)
    sound.writeInt16LE(Math.round(30_000 * (at / samples / channels) * Math.sin(at / 6)), at * 2)
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(channels, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt32LE(rate * channels * 2, 8)
  format.writeUInt16LE(channels * 2, 12)
  format.writeUInt16LE(16, 14)
  const notes = extra ? [chunk('LIST', Buffer.from(extra))] : []
  const chunks = Buffer.concat([chunk('fmt ', format), ...notes, chunk('data', sound)])
  return Buffer.concat([chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), chunks]))])
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name)
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}
