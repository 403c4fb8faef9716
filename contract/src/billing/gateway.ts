import * as z from 'zod/mini'
import { defineRoutes } from '../route.ts'

export const gatewayEvents = defineRoutes({
  receiveGatewayEvent: {
    method: 'POST',
    path: '/webhooks/stripe',
    atRoot: true,
    access: 'anyone',
    summary: 'An event of the payment gateway, which sends it again until it is received',
    query: z.object({}),
    signedBy: 'stripe-signature',
    returns: z.strictObject({ received: z.literal(true) }),
  },
})
