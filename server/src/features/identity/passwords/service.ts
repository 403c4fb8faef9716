import { ApiError } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { brandOf } from '../../operations/index.ts'
import { weakness } from './rules.ts'

export type Owner = { first_name: string; last_name: string; email: string | null }

/** The hash to keep of a new password, or a refusal that says what to do better. */
export async function choosePassword(
  { config, db, passwords }: Pick<Deps, 'config' | 'db' | 'passwords'>,
  password: string,
  owner: Owner,
): Promise<string> {
  const reason = weakness(password, {
    brand: await brandOf({ config, db }),
    names: [owner.first_name, owner.last_name],
    email: owner.email ?? '',
  })
  if (reason) throw new ApiError('weak_password', reason, { errors: [{ path: 'password', msg: reason }] })
  return passwords.hash(password)
}
