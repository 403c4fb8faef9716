import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { present } from '../../scripts/present.ts'

// Google's key server and Facebook's graph API, as far as we use them, as local servers.

export const CLIENT_ID = 'kindred-test.apps.example'
export const APP = { id: '1234567890', secret: 'facebook-app-secret' }

export type GraphAnswers = { debug: Record<string, unknown>; me: Record<string, unknown> }

/** Journeys in a browser need a fixed `port`; tests over HTTP use any. */
export async function openProviders(port = 0) {
  const ours = await generateKeyPair('RS256')
  const stranger = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(ours.publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }
  /** A token as Google signs it, with some claims changed. */
  const googleToken = (nonce: string, claims: JWTPayload = {}, forged: { key?: 'stranger'; header?: object } = {}) => {
    const now = Math.floor(present().getTime() / 1000)
    const payload = {
      iss: 'https://accounts.google.com',
      aud: CLIENT_ID,
      sub: '108437285',
      email: 'mira@gmail.com',
      email_verified: true,
      given_name: 'Mira',
      family_name: 'Osei',
      iat: now,
      exp: now + 3600,
      nonce,
      ...claims,
    }
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1', ...forged.header })
      .sign(forged.key === 'stranger' ? stranger.privateKey : ours.privateKey)
  }
  const graph = new Map<string, GraphAnswers>()
  const requested: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://localhost')
    requested.push(url.pathname)
    if (url.pathname === '/issue') {
      const { nonce = '', ...claims } = Object.fromEntries(url.searchParams)
      return void googleToken(nonce, claims).then((token) => response.end(token))
    }
    const answer = url.pathname === '/certs' ? { keys: [jwk] } : facebook(url, graph)
    response
      .writeHead(answer ? 200 : 400, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? { error: {} }))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    requested,
    graph,
    env: {
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_JWKS_URL: `${base}/certs`,
      FACEBOOK_APP_ID: APP.id,
      FACEBOOK_APP_SECRET: APP.secret,
      FACEBOOK_GRAPH_URL: base,
    },
    googleToken,
    close: () => void server.close(),
  }
}

/** Requires an app token and a proof made with the app's secret, like the real API. */
function facebook(url: URL, graph: Map<string, GraphAnswers>): unknown {
  const query = Object.fromEntries(url.searchParams)
  if (url.pathname === '/debug_token') {
    if (query['access_token'] !== `${APP.id}|${APP.secret}`) return undefined
    return { data: graph.get(query['input_token'] ?? '')?.debug ?? { is_valid: false } }
  }
  const token = query['access_token'] ?? ''
  const proof = createHmac('sha256', APP.secret).update(token).digest('hex')
  return url.pathname === '/me' && query['appsecret_proof'] === proof ? graph.get(token)?.me : undefined
}
