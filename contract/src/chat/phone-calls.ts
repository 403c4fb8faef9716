import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, shown, text } from '../text.ts'

/** The seconds that a call rings before it counts as missed, and the seconds between each side's heartbeats. */
export const RINGS_SECONDS = 30
export const KEEP_SECONDS = 5

/** Connection settings for the two browsers. With relays, neither browser learns the other's network address. */
export const CallServers = z.strictObject({
  relays: z.array(z.strictObject({ urls: z.array(shown), username: shown, credential: shown })),
})
export type CallServers = z.infer<typeof CallServers>

/**
 * Without relays, a call reveals each person's network address to the other, so the server accepts calls only from
 * members who confirmed that they know this.
 */
const told = z.strictObject({ showsAddress: z.optional(z.literal(true)) })
const asked = z.extend(told, { withVideo: z.optional(z.literal(true)) })
const inMatch = z.strictObject({ id })
const oneCall = z.strictObject({ id, callId: id })

export const phoneCalls = defineRoutes({
  askForCall: {
    method: 'POST',
    path: '/matches/:id/calls',
    access: 'member',
    contact: true,
    feature: 'calls',
    newTerms: true,
    summary:
      'Call the other person. Without an answer, the call counts as missed after 30 seconds. ' +
      'Without relays, `showsAddress` says that you know that the other person may see your network address',
    params: inMatch,
    body: asked,
    returns: dataOf({ callId: id }),
    status: 201,
    errors: ['their_turn', 'conflict', 'forbidden'],
  },
  acceptCall: {
    method: 'POST',
    path: '/matches/:id/calls/:callId/accept',
    access: 'member',
    contact: true,
    feature: 'calls',
    summary: 'Accept a call. Without relays, `showsAddress` is needed here, too',
    params: oneCall,
    body: told,
    returns: dataOf({ servers: CallServers }),
    errors: ['conflict', 'forbidden'],
  },
  keepCall: {
    method: 'PUT',
    path: '/matches/:id/calls/:callId/alive',
    access: 'member',
    contact: true,
    summary: 'Join the accepted call, and get its servers',
    params: oneCall,
    returns: dataOf({ servers: CallServers }),
    errors: ['forbidden'],
  },
  signalCall: {
    method: 'POST',
    path: '/matches/:id/calls/:callId/signals',
    access: 'member',
    contact: true,
    summary: 'Pass part of the connection setup to the other person’s browser',
    params: oneCall,
    body: z.strictObject({ data: text(1, 16_000) }),
    returns: Done,
    errors: ['forbidden'],
  },
  endCall: {
    method: 'POST',
    path: '/matches/:id/calls/:callId/end',
    access: 'member',
    summary: 'Hang up, decline, or cancel a call',
    params: oneCall,
    returns: Done,
  },
})
