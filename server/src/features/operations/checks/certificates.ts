import { expiryOf } from '../../../infra/certificate.ts'
import { plural } from '../../../infra/words.ts'
import { fine, problem, type Finding } from './check.ts'

const DAY = 86_400_000
/** Certificates are usually renewed a month before they expire, so this one wasn't. */
const LEAST_DAYS = 14

export async function certificate(url: URL, now: number): Promise<Finding> {
  const renew = `Renew the certificate of ${url.host}.`
  let days: number
  try {
    days = Math.floor(((await expiryOf(url)) - now) / DAY)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return problem(`${url.host} can’t be reached safely: ${reason}.`, `Check the proxy that answers there. ${renew}`)
  }
  const left = plural(days, { one: '# day', other: '# days' })
  return days >= LEAST_DAYS
    ? fine(`The certificate of ${url.host} expires in ${left}.`)
    : problem(`The certificate of ${url.host} expires in ${left}.`, renew)
}
