import type { Deps } from '../../../deps.ts'
import type { Viewer } from '../../../http/session.ts'
import { addressBlocksOf } from './address-blocks.sql.ts'
import { blocksOf } from './blocks.sql.ts'

export async function listBlocks({ db }: Deps, { account }: Viewer) {
  const [blocks, addresses] = await Promise.all([blocksOf(db, account.id), addressBlocksOf(db, account.id)])
  return {
    blocks: blocks.map(({ id, first_name, at }) => ({ _id: id, firstName: first_name, at: at.toISOString() })),
    addresses: addresses.map(({ id, hint, at }) => ({ _id: id, hint, at: at.toISOString() })),
  }
}
