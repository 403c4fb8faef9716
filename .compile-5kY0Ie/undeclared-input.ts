
      import { createClient, api } from '@kindred/contract'
      const client = createClient(api, async () => ({ status: 200, body: {} }))
      export const answer = client.login({ body: { email: 'a', password: 'b', remember: true } })