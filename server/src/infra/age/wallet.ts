import type { X509Certificate } from 'node:crypto'
import { DeviceResponse, type Document, SessionTranscript } from '@owf/mdoc'
import { context } from './mdoc.ts'
import { isPlainCbor } from './plain-cbor.ts'
import { CLAIM, clientOf, DOCUMENT, QUERY, type WalletRequest } from './wallet-request.ts'

// Loaded with the first proof: reading the library takes a tenth of a second.

/** A proof with a chain of three certificates has 4 kB. */
const MOST_CHARACTERS = 32_768
const MOST_CLAIMS = 16
const SKEW_SECONDS = 30

export type ProofProblem =
  | 'malformed'
  | 'expired'
  | 'not_yet_valid'
  /** Signed for another request or by another device. */
  | 'not_for_this_request'
  | 'untrusted_issuer'
  | 'tampered'
  | 'under_age'

class Refused extends Error {
  readonly problem: ProofProblem
  constructor(problem: ProofProblem) {
    super(problem)
    this.problem = problem
  }
}

const problems = {
  DEVICE_AUTH: 'not_for_this_request',
  ISSUER_AUTH: 'untrusted_issuer',
  DATA_INTEGRITY: 'tampered',
  DOCUMENT_FORMAT: 'malformed',
  READER_AUTH: 'malformed',
} as const

/** The wallet's answer is JSON: the presentations of each query. We ask for one. */
function readToken(token: string): Uint8Array {
  if (token.length > MOST_CHARACTERS) throw new Refused('malformed')
  const presented = (JSON.parse(token) as Record<string, unknown> | null)?.[QUERY]
  const [only, ...others] = Array.isArray(presented) ? (presented as unknown[]) : []
  if (typeof only !== 'string' || others.length > 0 || !/^[\w-]+$/.test(only)) throw new Refused('malformed')
  return new Uint8Array(Buffer.from(only, 'base64url'))
}

function readDocument(response: DeviceResponse): Document {
  const [document, ...others] = response.documents ?? []
  if (response.version !== '1.0' || response.status !== 0 || !document || others.length > 0)
    throw new Refused('malformed')
  const { mobileSecurityObject } = document.issuerSigned.issuerAuth
  if (document.docType !== DOCUMENT || mobileSecurityObject.docType !== DOCUMENT) throw new Refused('malformed')
  const signature = document.deviceSigned.deviceAuth.deviceSignature
  // The library would check a signature over the payload that comes with it, and what an earlier presentation was
  // signed over is no secret. Ours never comes with it.
  if (!signature || signature.payload !== null) throw new Refused('not_for_this_request')
  return document
}

function checkValidity({ issuerSigned }: Document, now: Date): void {
  const { validityInfo } = issuerSigned.issuerAuth.mobileSecurityObject
  if (!validityInfo.isValidUntilAfterNow(now, SKEW_SECONDS)) throw new Refused('expired')
  if (!validityInfo.isValidFromBeforeNow(now, SKEW_SECONDS)) throw new Refused('not_yet_valid')
}

/** Whatever else a wallet discloses is checked with it, but not looked at. */
function checkClaims({ issuerSigned }: Document): void {
  const claims = [...issuerSigned.issuerNamespaces.issuerNamespaces.values()].flat()
  if (claims.length > MOST_CLAIMS) throw new Refused('malformed')
  const [claim, ...others] = (issuerSigned.getIssuerNamespace(DOCUMENT) ?? []).filter(
    ({ elementIdentifier }) => elementIdentifier === CLAIM,
  )
  if (others.length > 0) throw new Refused('malformed')
  if (claim?.elementValue !== true) throw new Refused('under_age')
}

async function check(token: string, request: WalletRequest, issuers: readonly X509Certificate[], now: Date) {
  const bytes = readToken(token)
  if (!isPlainCbor(bytes)) throw new Refused('malformed')
  const response = DeviceResponse.decode(bytes)
  const document = readDocument(response)
  checkValidity(document, now)
  await response.verify(
    {
      sessionTranscript: await SessionTranscript.forOid4Vp({ ...request, clientId: clientOf(request) }, context),
      trustedCertificates: issuers.map(({ raw }) => new Uint8Array(raw)),
      now,
      skewSeconds: SKEW_SECONDS,
      // Stops at the first failure: nothing is computed for a proof whose issuer isn't trusted.
      onCheck: ({ status, category }) => {
        if (status === 'FAILED') throw new Refused(problems[category])
      },
    },
    context,
  )
  checkClaims(document)
}

/** Null for a proof, by a trusted issuer and for this request, that its holder is 18 or older. Nothing of it is kept. */
export async function checkProofOfAge(
  token: string,
  request: WalletRequest,
  issuers: readonly X509Certificate[],
  now: Date,
): Promise<ProofProblem | null> {
  try {
    await check(token, request, issuers, now)
    return null
  } catch (error) {
    // Anything but a refusal is thrown by what reads the proof, about bytes that a stranger sent.
    return error instanceof Refused ? error.problem : 'malformed'
  }
}
