export const ageBuckets = [
  { bucket: '18-25', from: 18, to: 25 },
  { bucket: '26-35', from: 26, to: 35 },
  { bucket: '36-45', from: 36, to: 45 },
  { bucket: '46-55', from: 46, to: 55 },
  { bucket: '56+', from: 56, to: 120 },
] as const

export const bucketStarts: readonly number[] = [...ageBuckets.map(({ from }) => from), ageBuckets[4].to + 1]

export const NOT_SPECIFIED = 'not-specified'
