import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { savePasskeyName, type PasskeyRow } from './passkeys.sql.ts'
import { noSuchPasskey } from './remove-passkey.ts'

export async function renamePasskey({ db }: Deps, { account }: Viewer, id: string, name: string): Promise<PasskeyRow> {
  const renamed = await savePasskeyName(db, account.id, id, name)
  if (!renamed) throw noSuchPasskey()
  return renamed
}
