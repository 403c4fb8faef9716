import { createRemoteJWKSet, jwtVerify } from 'jose'

type GoogleIdentity = {
  subject: string
  email: string | null
  /** Google runs the mailbox itself. We trust its claim about the address only in that case. */
  authoritative: boolean
  firstName: string
  lastName: string
  nonce: string
}
export type Google = { clientId: string; read: (tokenId: string, now: Date) => Promise<GoogleIdentity | null> }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Verifies the signature, issuer, audience and expiry of Google's identity tokens. The caller compares the nonce. */
export function openGoogle(clientId: string, jwksUrl: string): Google {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: 5000, cooldownDuration: 10_000 })
  return {
    clientId,
    read: async (tokenId, now) => {
      const verified = await jwtVerify(tokenId, keys, {
        algorithms: ['RS256'],
        issuer: ['https://accounts.google.com', 'accounts.google.com'],
        audience: clientId,
        currentDate: now,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
        clockTolerance: 10,
        maxTokenAge: '15 minutes',
      }).catch((error: { code?: string }) => {
        // The caller isn't to blame for an unreachable key server.
        if (error.code === 'ERR_JWKS_TIMEOUT' || error.code === undefined || error.code === 'ERR_JOSE_GENERIC')
          throw error
        return null
      })
      if (!verified) return null
      const { payload } = verified
      const email = text(payload['email']).toLowerCase() || null
      const isVerified = payload['email_verified'] === true
      const ownMailbox =
        email !== null && (/@(gmail|googlemail)\.com$/.test(email) || typeof payload['hd'] === 'string')
      if (!payload.sub || payload.aud !== clientId) return null
      return {
        subject: payload.sub,
        email,
        authoritative: isVerified && ownMailbox,
        firstName: text(payload['given_name']) || text(payload['name']),
        lastName: text(payload['family_name']),
        nonce: text(payload['nonce']),
      }
    },
  }
}

export const googleAddress = (clientId: string, redirect: string, state: string, nonce: string): string =>
  `https://accounts.google.com/o/oauth2/v2/auth?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirect,
    response_type: 'id_token',
    scope: 'openid email profile',
    prompt: 'select_account',
    state,
    nonce,
  })}`
