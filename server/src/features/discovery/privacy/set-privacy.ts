import type { PrivacySettings } from '@kindred/contract'
import { sql, type Updateable } from 'kysely'
import type { Deps } from '../../../deps.ts'
import type { Account, Viewer } from '../../../http/session.ts'
import type { Tx } from '../../../infra/db/db.ts'
import type { Accounts } from '../../../infra/db/schema.ts'
import { asMember, unitOfWork } from '../../../work.ts'
import { toPrivacySettings } from '../../profiles/index.ts'

type PrivacyInput = { [K in keyof PrivacySettings]?: PrivacySettings[K] | undefined }

async function changeAccount(tx: Tx, id: string, values: Updateable<Accounts>): Promise<Account> {
  // Undefined values aren't part of JSON, so that only given settings change.
  const { rows } = await sql<Account>`
    select * from identity_change(${id}, ${JSON.stringify(values)}::jsonb, false)`.execute(tx)
  const [changed] = rows
  if (!changed) throw new Error('The account of a signed-in member is gone.')
  return changed
}

/** Members pause and come back only between these two states: they can't undo a decision of staff. */
export async function setPrivacy(context: Deps, { account }: Viewer, input: PrivacyInput): Promise<PrivacySettings> {
  const state = input.paused === undefined ? undefined : input.paused ? 'paused' : 'active'
  const values = {
    show_last_active: input.showLastActive,
    hide_age: input.hideAge,
    hide_distance: input.hideDistance,
    incognito: input.incognito,
    receipts: input.receipts,
    units: input.units,
    state,
    // One column is always written, so that an empty input is valid.
    time_zone: account.time_zone,
  }
  const changed = await unitOfWork(context, asMember(account.id), ({ tx }) => changeAccount(tx, account.id, values))
  return toPrivacySettings(changed)
}
