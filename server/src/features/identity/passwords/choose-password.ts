import { ApiError, type MessageDescriptor } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import { brandOf } from '../../operations/index.ts'
import { weaknessOf } from './rules.ts'

type Owner = { first_name: string; last_name: string; email: string | null }

export const passwordProblem = (password: string, owner: Owner, brand: string): MessageDescriptor | undefined =>
  weaknessOf(password, { brand, names: [owner.first_name, owner.last_name], email: owner.email ?? '' })

export async function choosePassword(
  { config, db, passwords }: Pick<Deps, 'config' | 'db' | 'passwords'>,
  password: string,
  owner: Owner,
): Promise<string> {
  const reason = passwordProblem(password, owner, await brandOf({ config, db }))
  if (reason) throw new ApiError('weak_password', reason, { errors: [{ path: 'password', msg: reason }] })
  return passwords.hash(password)
}
