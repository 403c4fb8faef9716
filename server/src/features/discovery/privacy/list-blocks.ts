import { say } from '@kindred/contract'
import type { Deps } from '../../../deps.ts'
import type { Answering } from '../../../http/caller.ts'
import type { Viewer } from '../../../http/session.ts'
import { write } from '../../../infra/language/write.ts'
import { addressBlocksOf } from './address-blocks.sql.ts'
import { blocksOf } from './blocks.sql.ts'

export async function listBlocks({ db, caller }: Deps & Answering, { account }: Viewer) {
  const [blocks, addresses] = await Promise.all([blocksOf(db, account.id), addressBlocksOf(db, account.id)])
  return {
    blocks: blocks.map(({ id, name, at }) => ({
      _id: id,
      firstName: name ?? write(caller.language, say('Deleted member')),
      at: at.toISOString(),
    })),
    addresses: addresses.map(({ id, hint, at }) => ({ _id: id, hint, at: at.toISOString() })),
  }
}
