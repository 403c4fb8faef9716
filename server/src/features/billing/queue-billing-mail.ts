import type { Work } from '../../work.ts'
import { queueMail } from '../delivery/index.ts'

export type BillingMail = { subject: string; lines: string[] }

/** Emails a member about their subscription, with a link to the premium page. */
export const queueBillingMail = (work: Work<'config' | 'jobs' | 'keys'>, to: string, mail: BillingMail) =>
  queueMail(work, { to, kind: 'subscription', details: { ...mail, link: `${work.config.PUBLIC_URL}/premium` } })
