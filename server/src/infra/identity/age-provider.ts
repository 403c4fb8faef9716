import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  clockSkew,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type ServerMetadata,
} from 'openid-client'
import { hours } from '../clock.ts'
import { isOver18 } from './over-18.ts'

/** One person's way to the provider and back. Only the server knows the verifier. */
type AgeRedirect = { state: string; nonce: string; verifier: string; back: string; now: Date }

type Answered = AgeRedirect & { code: string; issuer?: string | undefined }

export type AgeProvider = {
  /** The address of the provider's page for one person. */
  begin: (redirect: AgeRedirect) => Promise<string>
  /** True if the provider says that the person is 18 or older, false if it doesn't, null if its answer isn't valid. */
  read: (answer: Answered) => Promise<boolean | null>
}

const TIMEOUT_SECONDS = 8
const DISCOVERED_FOR = hours(1)

/** The provider, rather than the person, is to blame. */
class Unreachable extends Error {}

const isUnreachable = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof Error &&
    (error.cause instanceof Unreachable || ('code' in error && error.code === 'OAUTH_TIMEOUT')))

async function ask(url: string, options: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...options, redirect: 'manual' }).catch((error: unknown) => {
    throw new Unreachable('The age provider can’t be reached.', { cause: error })
  })
  if (response.status >= 500) throw new Unreachable(`The age provider answered ${response.status}.`)
  return response
}

/** Only what says the age. A provider that doesn't know this parameter gets it in `scope`. */
const CLAIMS = { age_over_18: null, age_equal_or_over: null, birthdate: null }

/** Authorization code with PKCE, state and nonce. The signature of each ID token is verified. */
export function openAgeProvider(issuer: string, clientId: string, secret: string): AgeProvider {
  const isInsecure = issuer.startsWith('http:')
  let known: { metadata: ServerMetadata; until: number } | undefined

  function clientFor(metadata: ServerMetadata, now: Date): Configuration {
    const skew = Math.round((now.getTime() - Date.now()) / 1000)
    const client = new Configuration(metadata, clientId, { client_secret: secret, [clockSkew]: skew })
    client.timeout = TIMEOUT_SECONDS
    client[customFetch] = (url, options) => ask(url, options as RequestInit)
    // Production refuses such an issuer when it starts.
    if (isInsecure) allowInsecureRequests(client)
    enableNonRepudiationChecks(client)
    return client
  }

  async function clientAt(now: Date): Promise<Configuration> {
    if (!known || known.until < Date.now()) {
      const found = await discovery(new URL(issuer), clientId, secret, undefined, {
        timeout: TIMEOUT_SECONDS,
        [customFetch]: (url, options) => ask(url, options as RequestInit),
        execute: isInsecure ? [allowInsecureRequests] : [],
      }).catch((error: unknown) => {
        throw new Unreachable('The age provider can’t be discovered.', { cause: error })
      })
      known = { metadata: found.serverMetadata(), until: Date.now() + DISCOVERED_FOR }
    }
    return clientFor(known.metadata, now)
  }

  return {
    begin: async ({ state, nonce, verifier, back, now }) => {
      const client = await clientAt(now)
      const address = buildAuthorizationUrl(client, {
        redirect_uri: back,
        scope: client.serverMetadata().claims_parameter_supported ? 'openid' : 'openid profile',
        claims: JSON.stringify({ id_token: CLAIMS, userinfo: CLAIMS }),
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return address.href
    },
    read: async ({ nonce, verifier, state, code, issuer: from, back, now }) => {
      const client = await clientAt(now)
      const url = new URL(back)
      url.search = new URLSearchParams({ code, state, ...(from ? { iss: from } : {}) }).toString()
      try {
        const tokens = await authorizationCodeGrant(client, url, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) return null
        const said = isOver18(claims, now)
        if (said !== null || !client.serverMetadata().userinfo_endpoint) return said ?? false
        return isOver18(await fetchUserInfo(client, tokens.access_token, claims.sub), now) ?? false
      } catch (error) {
        if (isUnreachable(error)) throw error
        return null
      }
    },
  }
}
