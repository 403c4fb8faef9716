export const STATE_KEY = 'kindred.redirect'

export type Returned = { proof: string } | { refused: true }

/** What a provider's page sent back in the fragment, if it belongs to what we asked for. The fragment is forgotten at once. */
export function readReturn(fragment: string, expected: string | null): Returned {
  const given = new URLSearchParams(fragment.replace(/^#/, ''))
  const proof = given.get('id_token') ?? given.get('access_token')
  return proof && expected !== null && given.get('state') === expected ? { proof } : { refused: true }
}
