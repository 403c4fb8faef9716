import { ApiError, type PrivacySettings } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { changeAccount, toPrivacySettings } from '../../profiles/index.ts'

type PrivacyInput = { [K in keyof PrivacySettings]?: PrivacySettings[K] | undefined }

/** The settings that differ: sending back what was read changes nothing, whatever it would have set anew. */
export function changesOf({ account }: Viewer, input: PrivacyInput): PrivacyInput {
  const current = new Map(Object.entries(toPrivacySettings(account)))
  return Object.fromEntries(Object.entries(input).filter(([name, value]) => current.get(name) !== value))
}

/** Members pause and resume their account. If staff have restricted it meanwhile, its state stays (identity_change). */
export async function setPrivacy(context: Deps, { account }: Viewer, input: PrivacyInput): Promise<PrivacySettings> {
  const state = input.paused === undefined ? undefined : input.paused ? 'paused' : 'active'
  if (account.limited_until !== null && input.paused === false)
    throw new ApiError('conflict', 'You’re not in Discover for now. See the decision in Support.')
  const values = {
    show_last_active: input.showLastActive,
    hide_age: input.hideAge,
    hide_distance: input.hideDistance,
    incognito: input.incognito,
    receipts: input.receipts,
    units: input.units,
    state,
  }
  const changed = await unitOfWork(context, asMember(account.id), ({ tx }) =>
    changeAccount(tx, account.id, values, false),
  )
  return toPrivacySettings(changed)
}
