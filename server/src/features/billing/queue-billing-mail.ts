import type { Config } from '../../config.ts'
import type { Work } from '../../work.ts'
import { queueMail, type WriteMail } from '../delivery/index.ts'

export const toBillingMail = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, to: string, write: WriteMail) => ({
  to,
  kind: 'subscription' as const,
  details: { write, link: `${PUBLIC_URL}/premium` },
})

export const queueBillingMail = (work: Work<'config' | 'jobs' | 'keys'>, to: string, write: WriteMail) =>
  queueMail(work, toBillingMail(work.config, to, write))
