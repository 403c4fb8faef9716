import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutOf, isWholePhoto, moved, MAX_ZOOM, SHAPE, whole, zoomed } from './crop.ts'

const photos = fc.record({ width: fc.integer({ min: 64, max: 9000 }), height: fc.integer({ min: 64, max: 9000 }) })

test('any crop keeps its shape and stays within the photo', () => {
  const part = fc.double({ min: -3, max: 3, noNaN: true })
  fc.assert(
    fc.property(photos, fc.array(fc.tuple(part, part, fc.double({ min: 0, max: 9, noNaN: true }))), (photo, steps) => {
      const crop = steps.reduce(
        (before, [right, down, zoom]) => zoomed(photo, moved(photo, before, right, down), zoom),
        whole,
      )
      const cut = cutOf(photo, crop)
      expect(cut.width / cut.height).toBeCloseTo(SHAPE, 6)
      expect(cut.left).toBeGreaterThanOrEqual(0)
      expect(cut.top).toBeGreaterThanOrEqual(0)
      expect(cut.left + cut.width).toBeLessThanOrEqual(photo.width + 1e-6)
      expect(cut.top + cut.height).toBeLessThanOrEqual(photo.height + 1e-6)
    }),
  )
})

test('a wide photo loses its sides, a tall one its top and bottom, and one of the right shape nothing', () => {
  expect(cutOf({ width: 1000, height: 500 }, whole)).toEqual({ width: 400, height: 500, left: 300, top: 0 })
  expect(cutOf({ width: 400, height: 1000 }, whole)).toEqual({ width: 400, height: 500, left: 0, top: 250 })
  expect(isWholePhoto({ width: 400, height: 500 }, whole)).toBe(true)
  expect(isWholePhoto({ width: 400, height: 500 }, { ...whole, zoom: 1.1 })).toBe(false)
})

test('a drag past the edge stops there, and dragging back moves at once', () => {
  const photo = { width: 1000, height: 500 }
  const far = moved(photo, whole, 9, 0)
  expect(cutOf(photo, far).left).toBe(600)
  expect(cutOf(photo, moved(photo, far, -0.25, 0)).left).toBe(500)
  expect(zoomed(photo, whole, 99).zoom).toBe(MAX_ZOOM)
})
