import { message } from '@kindred/contract/message'

export const UNREADABLE = message('We couldn’t open this photo. It may be damaged.')

export const UNREADABLE_VOICE = message('We couldn’t read this voice note. Please record it again.')
