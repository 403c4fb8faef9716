import { expect, test } from 'vitest'
import { bucketOf, nextBucket } from './rules.ts'

test.each([
  [0, 0],
  [4, 0],
  [5, 5],
  [9, 5],
  [10, 10],
  [19, 10],
  [20, 20],
  [49, 20],
  [50, 50],
  [200, 50],
])('%d likes are shown as the bucket %d', (likes, bucket) => {
  expect(bucketOf(likes)).toBe(bucket)
})

test.each([
  ['nothing was shown before', null, 12, 7, 5],
  ['the number stays within the bucket', 5, 9, 9, null],
  ['only the member took some away', 5, 9, 1, null],
  ['others raise it', 5, 10, 10, 10],
  ['others raise it, but the member took too many away', 5, 10, 6, null],
  ['others raise it far, and the member took some away', 5, 23, 11, 10],
  ['others lower it', 10, 9, 9, 5],
  ['others lower it, and the member took some away', 10, 9, 3, 0],
])('when %s, the bucket %s becomes what others, and the member, leave', (_, shown, others, waiting, next) => {
  expect(nextBucket(shown, others, waiting)).toBe(next)
})
