import * as z from 'zod/mini'
import { Done } from '../identity/auth.ts'
import { defineRoutes } from '../route.ts'
import { dataOf, id, shown, text } from '../text.ts'

/** A call rings this long before it counts as missed. Each side sends a heartbeat this often. */
export const RINGS_SECONDS = 30
export const KEEP_SECONDS = 5

/**
 * Connection settings for the two browsers. With relays, they use nothing else, so neither learns the other's address.
 */
export const CallServers = z.strictObject({
  relays: z.array(z.strictObject({ urls: z.array(shown), username: shown, credential: shown })),
})
export type CallServers = z.infer<typeof CallServers>

/**
 * Without relays, a call shows each person's network address to the other. So the server takes one only from members
 * who have confirmed that they know.
 */
const told = z.strictObject({ showsAddress: z.optional(z.literal(true)) })
const inMatch = z.strictObject({ id })
const oneCall = z.strictObject({ id, callId: id })

export const phoneCalls = defineRoutes({
  askForCall: {
    method: 'POST',
    path: '/matches/:id/calls',
    access: 'member',
    summary:
      'Call the other person. Without an answer, the call counts as missed after 30 seconds. ' +
      'Without relays, `showsAddress` says that you know that the other person may see your network address',
    params: inMatch,
    body: told,
    returns: dataOf({ callId: id }),
    status: 201,
    errors: ['conflict', 'forbidden'],
  },
  acceptCall: {
    method: 'POST',
    path: '/matches/:id/calls/:callId/accept',
    access: 'member',
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
    summary: 'Join the accepted call, and get its servers',
    params: oneCall,
    returns: dataOf({ servers: CallServers }),
    errors: ['forbidden'],
  },
  signalCall: {
    method: 'POST',
    path: '/matches/:id/calls/:callId/signals',
    access: 'member',
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
