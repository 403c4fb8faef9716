import type { Config } from '../../config.ts'
import type { Work } from '../../work.ts'
import { queueMail } from '../delivery/index.ts'

export type BillingMail = { subject: string; lines: string[] }

/** An email to a member about their subscription, with a link to the premium page. */
export const toBillingMail = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>, to: string, mail: BillingMail) => ({
  to,
  kind: 'subscription' as const,
  details: { ...mail, link: `${PUBLIC_URL}/premium` },
})

export const queueBillingMail = (work: Work<'config' | 'jobs' | 'keys'>, to: string, mail: BillingMail) =>
  queueMail(work, toBillingMail(work.config, to, mail))
