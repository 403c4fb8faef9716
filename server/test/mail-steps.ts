import PostalMime from 'postal-mime'
import { openPostOffice } from './post-office.ts'

export const parsed = async (raws: Buffer[]) =>
  Promise.all(raws.map(async (raw) => ({ ...(await PostalMime.parse(raw)), raw: raw.toString('latin1') })))

export async function postOffice(refusals = 0) {
  const raws: Buffer[] = []
  const url = await openPostOffice((raw) => {
    if (refusals-- > 0) throw new Error('Come back later')
    raws.push(raw)
  })
  return { url, received: () => parsed(raws) }
}
