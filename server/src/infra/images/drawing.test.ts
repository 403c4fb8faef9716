import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawPicture } from './drawing.ts'

const RUST = { r: 170, g: 80, b: 40 }

const plain = (alpha?: number) =>
  sharp({
    create: {
      width: 1200,
      height: 1200,
      channels: alpha ? 4 : 3,
      background: { ...RUST, ...(alpha ? { alpha } : {}) },
    },
  })

const colourOf = async (file: Buffer): Promise<number[]> => {
  const { data } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray(0, 3)]
}

test.each([
  ['a photo', plain().jpeg(), RUST],
  ['a half-transparent picture', plain(0.5).png(), RUST],
  ['a photo for printing', plain().toColourspace('cmyk').jpeg({ quality: 100 }), RUST],
  ['a gray photo', plain().toColourspace('b-w').jpeg(), { r: 109, g: 109, b: 109 }],
  ['a gray picture of 16 bits', plain().toColourspace('grey16').png(), { r: 109, g: 109, b: 109 }],
])('%s keeps its colors at each size', async (_what, original, { r, g, b }) => {
  const { files } = await drawPicture(await original.toBuffer(), false)
  for (const [size, file] of Object.entries(files)) {
    const seen = await colourOf(file)
    const far = Math.max(...[r, g, b].map((value, at) => Math.abs(value - seen[at]!)))
    expect(far, `${size}: ${seen.join()}`).toBeLessThan(32)
  }
})
