import { administration } from '@kindred/contract/administration'
import { createClient } from '@kindred/contract/client'
import { reports } from '@kindred/contract/reports'
import { secondFactors } from '@kindred/contract/second-factor'
import { send } from './send.ts'

export const office = createClient({ ...administration, ...reports, ...secondFactors }, send)
