import type { Deps } from '../../../deps.ts'
import { encrypt, nameOfKey, tryDecrypt } from '../../../infra/keys.ts'
import { rewrapLastingKeys } from '../../../infra/lasting-keys.ts'
import { listFactorsSealedBefore, replaceSealedSecret } from './second-factor.sql.ts'

/** Lets the operator remove an older TOKEN_SECRET. */
export async function resealSecrets({ db, keys }: Pick<Deps, 'db' | 'keys'>): Promise<void> {
  await rewrapLastingKeys(db, keys)
  const sealedWith = nameOfKey(keys, 'second-factor')
  for (const { account_id, secret } of await listFactorsSealedBefore(db, sealedWith)) {
    const plain = tryDecrypt(keys, 'second-factor', secret)
    // A secret that can't be decrypted must not stop the others.
    if (plain === null) continue
    await replaceSealedSecret(db, account_id, secret, encrypt(keys, 'second-factor', plain), sealedWith)
  }
}
