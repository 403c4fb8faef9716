import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'

export const gatewayEvents = defineRoutes({
  receiveGatewayEvent: {
    method: 'POST',
    path: '/webhooks/stripe',
    atRoot: true,
    access: 'anyone',
    summary: 'Receive an event from the payment gateway, which resends it until we confirm it',
    query: z.object({}),
    signedBy: 'stripe-signature',
    returns: z.strictObject({ received: z.literal(true) }),
  },
})
