import { KeyObject, sign } from 'node:crypto'
import 'reflect-metadata'
import {
  cborDecode,
  cborEncode,
  CoseKey,
  DeviceKey,
  DeviceRequest,
  DeviceResponse,
  DocRequest,
  Issuer,
  type IssuerSigned,
  ItemsRequest,
  type MdocContext,
  SessionTranscript,
  SignatureAlgorithm,
} from '@owf/mdoc'
import { BasicConstraintsExtension, ExtendedKeyUsageExtension, X509CertificateGenerator } from '@peculiar/x509'
import { context } from '../src/infra/age/mdoc.ts'
import type { WalletRequest } from '../src/infra/age/wallet-request.ts'

// An issuer of proofs of age with an authority of its own, and a wallet that holds its proofs and presents them.

export const AGE = 'eu.europa.ec.av.1'
const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const HOUR = 3_600_000

const newKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(ES256, true, ['sign', 'verify'])
const jwkOf = (key: CryptoKey) => KeyObject.from(key).export({ format: 'jwk' }) as Record<string, unknown>
const signingKey = ({ privateKey }: CryptoKeyPair, alg = 'ES256') => CoseKey.fromJwk({ ...jwkOf(privateKey), alg })

const signing: MdocContext = {
  ...context,
  cose: {
    ...context.cose,
    sign1: {
      ...context.cose.sign1,
      sign: ({ toBeSigned, key }) => {
        const { x, y, d } = key.jwk
        const jwk = { kty: 'EC', crv: 'P-256', x: String(x), y: String(y), d: String(d) }
        return new Uint8Array(sign('sha256', toBeSigned, { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' }))
      },
    },
  },
}

type Validity = { from?: Date; until?: Date }
type Proof = { issuerSigned: IssuerSigned; holder: CryptoKeyPair }
type Claims = Record<string, unknown>
type IssueOptions = Validity & { claims?: Claims; document?: string; holder?: CryptoKeyPair }

type IssuerOptions = { purposes?: string[]; root?: Validity; signer?: Validity }

/** `purposes` are those of the certificate that signs proofs. */
export async function openIssuer(now: Date, options: IssuerOptions = {}) {
  const [root, signer] = [await newKeys(), await newKeys()]
  const { purposes = [] } = options
  const validity = ({ from, until }: Validity = {}) => ({
    notBefore: from ?? new Date(+now - 24 * HOUR),
    notAfter: until ?? new Date(+now + 90 * 24 * HOUR),
    signingAlgorithm: ES256,
  })
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...validity(options.root),
    name: 'CN=Authority,C=EU',
    keys: root,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  })
  const certificate = await X509CertificateGenerator.create({
    ...validity(options.signer),
    subject: 'CN=Signer,C=EU',
    issuer: authority.subject,
    publicKey: signer.publicKey,
    signingKey: root.privateKey,
    extensions: purposes.length > 0 ? [new ExtendedKeyUsageExtension(purposes)] : [],
  })
  return {
    authority: authority.toString('pem'),
    certificate: certificate.toString('pem'),
    issue: async (options: IssueOptions = {}): Promise<Proof> => {
      const { claims = { age_over_18: true }, document = AGE } = options
      const holder = options.holder ?? (await newKeys())
      const validFrom = options.from ?? new Date(+now - HOUR)
      const issuerSigned = await new Issuer(document, signing).addIssuerNamespace(document, claims).sign({
        signingKey: signingKey(signer),
        algorithm: SignatureAlgorithm.ES256,
        digestAlgorithm: 'SHA-256',
        validityInfo: { signed: now, validFrom, validUntil: options.until ?? new Date(+now + 24 * HOUR) },
        deviceKeyInfo: { deviceKey: DeviceKey.fromJwk(jwkOf(holder.publicKey)) as DeviceKey },
        certificates: [new Uint8Array(certificate.rawData)],
      })
      return { issuerSigned, holder }
    },
  }
}
export type TestIssuer = Awaited<ReturnType<typeof openIssuer>>

export const transcriptOf = ({ nonce, responseUri }: WalletRequest, clientId = `redirect_uri:${responseUri}`) =>
  SessionTranscript.forOid4Vp({ clientId, nonce, responseUri }, signing)

type PresentOptions = { by?: CryptoKeyPair; clientId?: string; document?: string; claims?: string[]; alg?: string }

/** The bytes of a device's response, for a request. */
export async function respond(proof: Proof, request: WalletRequest, options: PresentOptions = {}): Promise<Uint8Array> {
  const { by = proof.holder, alg, clientId, document = AGE, claims = ['age_over_18'] } = options
  const namespaces = { [document]: Object.fromEntries(claims.map((claim) => [claim, false])) }
  const response = await DeviceResponse.createWithDeviceRequest(
    {
      deviceRequest: DeviceRequest.create({
        docRequests: [DocRequest.create({ itemsRequest: ItemsRequest.create({ docType: document, namespaces }) })],
      }),
      sessionTranscript: await transcriptOf(request, clientId),
      issuerSigned: [proof.issuerSigned],
      signature: { signingKey: signingKey(by, alg) },
    },
    signing,
  )
  return response.encode()
}

export const tokenOf = (response: Uint8Array): string =>
  JSON.stringify({ proof_of_age: [Buffer.from(response).toString('base64url')] })

export const present = async (proof: Proof, request: WalletRequest, options?: PresentOptions): Promise<string> =>
  tokenOf(await respond(proof, request, options))

// A response's parts, for forging.
type Tree = Map<string, unknown>
export type Forged = { response: Tree; document: Tree; issuerSigned: Tree; signature: unknown[]; items: unknown[] }

export function forge(response: Uint8Array, change: (parts: Forged) => void): Uint8Array {
  const tree = cborDecode(response) as Tree
  const document = (tree.get('documents') as Tree[])[0]!
  const issuerSigned = document.get('issuerSigned') as Tree
  const deviceAuth = (document.get('deviceSigned') as Tree).get('deviceAuth') as Tree
  const signature = deviceAuth.get('deviceSignature') as unknown[]
  const items = [...(issuerSigned.get('nameSpaces') as Map<string, unknown[]>).values()][0]!
  change({ response: tree, document, issuerSigned, signature, items })
  return cborEncode(tree)
}

/** What a wallet was given in a link. */
export type Wanted = WalletRequest & { state: string; query: unknown }

export function requestIn(link: string): Wanted {
  const { searchParams } = new URL(link)
  const of = (name: string): string => searchParams.get(name) ?? ''
  return {
    nonce: of('nonce'),
    responseUri: of('response_uri'),
    state: of('state'),
    query: JSON.parse(of('dcql_query')),
  }
}
