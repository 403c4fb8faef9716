import { administration } from '@kindred/contract/administration'
import { auditing } from '@kindred/contract/audit'
import { createClient } from '@kindred/contract/client'
import { dossiers } from '@kindred/contract/dossiers'
import { reports } from '@kindred/contract/reports'
import { reviews } from '@kindred/contract/reviews'
import { secondFactors } from '@kindred/contract/second-factor'
import { billing } from '@kindred/contract/subscriptions'
import { send } from './send.ts'

export const office = createClient(
  { ...administration, ...dossiers, ...reports, ...billing, ...auditing, ...reviews, ...secondFactors },
  send,
)
