import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { isElevated, type Viewer } from '../../../http/session.ts'
import { minutes } from '../../../infra/clock.ts'

/** Required before a change that can't be undone: the password, or a recent sign-in if the account has no password. */
export async function confirmIdentity(
  { passwords, clock, budgets }: Pick<Deps, 'passwords' | 'clock' | 'budgets'>,
  viewer: Viewer,
  password: string | undefined,
  path = 'password',
): Promise<void> {
  if (viewer.account.password_hash === null) {
    if (isElevated(viewer, clock.now())) return
    throw new ApiError('step_up_required', 'Please sign in again, then try once more.')
  }
  await budgets.spend([{ key: `identity:${viewer.account.id}`, limit: 10, within: minutes(15) }])
  if (!(await passwords.matches(viewer.account.password_hash, password ?? '')))
    throw new ApiError('invalid_credentials', 'Wrong password.', {
      errors: [{ path, msg: 'Wrong password.' }],
    })
}
