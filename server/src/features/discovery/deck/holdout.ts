import { createHmac } from 'node:crypto'
import { first } from '../../../infra/first.ts'
import type { LastingKeys } from '../../../infra/lasting-keys.ts'

/** One viewer in ten never gets what outcomes taught, so that the others can be compared with them. */
const SHARE = 0.1

/**
 * Whether a viewer is held out. A key of the server decides, the same for years, and it is saved nowhere and in no
 * answer: neither members nor staff can tell who is.
 */
export const isHeldOut = (lastingKeys: LastingKeys, viewer: string): boolean =>
  createHmac('sha256', first(lastingKeys.of('holdout')))
    .update(viewer)
    .digest()
    .readUInt32BE() <
  SHARE * 2 ** 32
