import { createHmac } from 'node:crypto'
import { first } from '../../../infra/first.ts'
import type { LastingKeys } from '../../../infra/lasting-keys.ts'

/** One viewer in ten never gets the learned outcomes, as a control group for the others. */
const SHARE = 0.1

/**
 * A key of the server assigns viewers to the control group, the same for years. The assignment isn't stored or returned
 * anywhere, so neither members nor staff can tell who is in it.
 */
export const isHeldOut = (lastingKeys: LastingKeys, viewer: string): boolean =>
  createHmac('sha256', first(lastingKeys.of('holdout')))
    .update(viewer)
    .digest()
    .readUInt32BE() <
  SHARE * 2 ** 32
