import { ApiError } from '@kindred/contract'
import type { Account } from '../../../http/session.ts'

export function assertNotLeaving({ state }: Account): void {
  if (state === 'deleting')
    throw new ApiError('conflict', 'Your account is scheduled for deletion. Cancel the deletion, then try again.')
}
