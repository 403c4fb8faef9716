export type Claims = { accountId: string; sessionId: string; expiresAt: Date }

const MOST = 10_000

export type TokenCache = ReturnType<typeof openTokenCache>

/** Caches verified tokens, because the same one comes with every request until it expires. */
export function openTokenCache() {
  const verified = new Map<string, Claims>()
  return {
    find: (token: string) => verified.get(token),
    /** Evicts expired tokens. The oldest entries expire first, give or take a token's lifetime. */
    keep: (token: string, claims: Claims, now: Date) => {
      for (const [oldest, { expiresAt }] of verified) {
        if (expiresAt > now && verified.size < MOST) break
        verified.delete(oldest)
      }
      verified.set(token, claims)
    },
    size: () => verified.size,
  }
}
