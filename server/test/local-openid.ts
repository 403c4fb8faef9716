import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import { present } from '../../scripts/present.ts'

// An OpenID provider that knows ages, as a local server. It checks what a provider has to: client, code and verifier.

const CLIENT = { id: 'kindred-age', secret: 'the-age-client-secret' }

type Issued = { nonce: string; challenge: string; back: string; claims: JWTPayload; userinfo: object; forged: boolean }

/** The provider's answer to one request. Each can be wrong in one way. */
type Answer = { claims?: JWTPayload; userinfo?: object; nonce?: string; forged?: boolean }

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}

/** Journeys in a browser need a fixed `port`; tests over HTTP use any. */
export async function openAgeProvider(port = 0, usual: JWTPayload = {}) {
  const [ours, stranger] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')]
  const jwk = { ...(await exportJWK(ours.publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, Issued>()
  const tokens = new Map<string, Issued>()
  const requested: string[] = []

  /** What the person's browser gets from the provider's page, for the address that our server gave it. */
  function authorize(address: string, { claims = {}, userinfo = {}, nonce, forged = false }: Answer = {}) {
    const query = new URL(address).searchParams
    const code = randomUUID()
    codes.set(code, {
      nonce: nonce ?? query.get('nonce') ?? '',
      challenge: query.get('code_challenge') ?? '',
      back: query.get('redirect_uri') ?? '',
      claims: { ...usual, ...claims },
      userinfo,
      forged,
    })
    return { code, state: query.get('state') ?? '' }
  }

  async function exchange(request: IncomingMessage): Promise<object | undefined> {
    const body = await bodyOf(request)
    const basic = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`
    const byBody = body.get('client_id') === CLIENT.id && body.get('client_secret') === CLIENT.secret
    const issued = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (!issued || (request.headers.authorization !== basic && !byBody)) return undefined
    if (challenge !== issued.challenge || body.get('redirect_uri') !== issued.back) return undefined
    const access_token = randomUUID()
    tokens.set(access_token, issued)
    const now = Math.floor(present().getTime() / 1000)
    const claims = { iss: base, aud: CLIENT.id, sub: 'mira', iat: now, exp: now + 300, nonce: issued.nonce }
    const id_token = await new SignJWT({ ...claims, ...issued.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
      .sign(issued.forged ? stranger.privateKey : ours.privateKey)
    return { access_token, token_type: 'bearer', id_token }
  }

  const metadata = () => ({
    issuer: base,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    userinfo_endpoint: `${base}/userinfo`,
    jwks_uri: `${base}/certs`,
    claims_parameter_supported: true,
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
  })

  function answer(request: IncomingMessage, path: string): object | undefined | Promise<object | undefined> {
    if (path === '/.well-known/openid-configuration') return metadata()
    if (path === '/certs') return { keys: [jwk] }
    if (path === '/token') return exchange(request)
    const issued = tokens.get(request.headers.authorization?.replace(/^bearer /i, '') ?? '')
    return path === '/userinfo' && issued ? { sub: 'mira', ...issued.userinfo } : undefined
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    requested.push(url.pathname)
    if (url.pathname === '/authorize') {
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams(authorize(base + request.url)).toString()
      return void response.writeHead(302, { location: back.href }).end()
    }
    void Promise.resolve(answer(request, url.pathname)).then((body) =>
      response
        .writeHead(body ? 200 : 400, { 'content-type': 'application/json' })
        .end(JSON.stringify(body ?? { error: 'invalid_grant' })),
    )
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    authorize,
    requested,
    env: { AGE_OPENID_ISSUER: base, AGE_OPENID_CLIENT_ID: CLIENT.id, AGE_OPENID_CLIENT_SECRET: CLIENT.secret },
    close: () => void server.close(),
  }
}
