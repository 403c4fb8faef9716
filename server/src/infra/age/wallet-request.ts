// The EU's proof of age, presented over OpenID for Verifiable Presentations 1.0, by the EU's age verification profile
// (annex A of its technical specification): the request goes by value in a link, unsigned; the client is its response
// address; the wallet posts its answer there, unencrypted under TLS. The profile says why: without a list of who may
// ask, a signature of ours would prove nothing.

export const DOCUMENT = 'eu.europa.ec.av.1'
export const CLAIM = 'age_over_18'
export const QUERY = 'proof_of_age'

/** What a presentation is signed over, so that it counts for one request to one server only. */
export type WalletRequest = { nonce: string; responseUri: string }

export const clientOf = ({ responseUri }: WalletRequest): string => `redirect_uri:${responseUri}`

const query = {
  credentials: [
    {
      id: QUERY,
      format: 'mso_mdoc',
      meta: { doctype_value: DOCUMENT },
      claims: [{ path: [DOCUMENT, CLAIM], intent_to_retain: false }],
    },
  ],
}

/** Opens the wallet on a phone, and is read by it as a QR code. The wallet returns the state with its answer. */
export const walletLink = (request: WalletRequest, state: string): string =>
  `av://?${new URLSearchParams({
    response_type: 'vp_token',
    response_mode: 'direct_post',
    client_id: clientOf(request),
    response_uri: request.responseUri,
    dcql_query: JSON.stringify(query),
    nonce: request.nonce,
    state,
  })}`
