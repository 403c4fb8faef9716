import { account } from '@kindred/contract/account'
import { address } from '@kindred/contract/address'
import { administration } from '@kindred/contract/administration'
import { auth } from '@kindred/contract/auth'
import { createClient } from '@kindred/contract/client'
import { leaving } from '@kindred/contract/leaving'
import { profile } from '@kindred/contract/profile'
import { providers } from '@kindred/contract/providers'
import { secondFactors } from '@kindred/contract/second-factor'
import { sessions } from '@kindred/contract/sessions'
import { system } from '@kindred/contract/system'
import { verification } from '@kindred/contract/verification'
import { send } from './send.ts'

// The calls by area, so that a page carries only what it can make.

export const entrance = createClient({ ...system, ...auth, ...verification, ...providers }, send)
export const settings = createClient({ ...account, ...address, ...leaving, ...sessions, ...secondFactors }, send)
export const members = createClient({ ...profile }, send)
export const office = createClient({ ...administration }, send)
