import { createHmac } from 'node:crypto'

type FacebookIdentity = { subject: string; email: string | null; firstName: string; lastName: string }
export type Facebook = {
  appId: string
  read: (accessToken: string, userId: string | undefined, now: Date) => Promise<FacebookIdentity | null>
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const TIMEOUT = 8000

/**
 * The access token has to belong to this person and be issued for our app. The request for the name then proves that we
 * have the app's secret.
 */
export function openFacebook(appId: string, secret: string, graph: string): Facebook {
  const ask = async (path: string, query: Record<string, string>): Promise<Record<string, unknown> | null> => {
    const response = await fetch(`${graph}/${path}?${new URLSearchParams(query)}`, {
      signal: AbortSignal.timeout(TIMEOUT),
      redirect: 'error',
    })
    if (response.status >= 500) throw new Error(`Facebook answered ${response.status}`)
    const body: unknown = await response.json().catch(() => null)
    return response.ok && typeof body === 'object' && body !== null ? fieldsOf(body) : null
  }
  return {
    appId,
    read: async (accessToken, userId, now) => {
      if (!/^[\w.|-]{10,2000}$/.test(accessToken)) return null
      const about = await ask('debug_token', { input_token: accessToken, access_token: `${appId}|${secret}` })
      const data = fieldsOf(about?.['data'])
      const expires = Number(data['expires_at'] ?? 0)
      const subject = text(data['user_id'])
      if (data['is_valid'] !== true || text(data['app_id']) !== appId || !subject) return null
      if (userId !== undefined && userId !== subject) return null
      if (expires !== 0 && expires * 1000 <= now.getTime()) return null
      const appsecret_proof = createHmac('sha256', secret).update(accessToken).digest('hex')
      const me = await ask('me', {
        fields: 'id,first_name,last_name,email',
        access_token: accessToken,
        appsecret_proof,
      })
      if (!me || text(me['id']) !== subject) return null
      return {
        subject,
        email: text(me['email']).toLowerCase() || null,
        firstName: text(me['first_name']),
        lastName: text(me['last_name']),
      }
    },
  }
}

export const facebookAddress = (appId: string, redirect: string, state: string): string =>
  `https://www.facebook.com/v21.0/dialog/oauth?${new URLSearchParams({
    client_id: appId,
    redirect_uri: redirect,
    response_type: 'token,signed_request',
    scope: 'public_profile,email',
    state,
  })}`
